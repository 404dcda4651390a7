/** `aws s3`: files into a bucket, out of it, between buckets, and whole folders. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

/** More than one part: the CLI sends and copies what exceeds 8 MB in parts. */
const largeBytes = 20 * 1024 * 1024
const commandDurationMsMax = 120_000

export async function testAwsCliS3(aws: string, target: ClientTarget, tally: Tally): Promise<void> {
  const env = await clientEnvironment(target)
  const s3 = async (...args: readonly string[]): Promise<string> => {
    const all = ['s3', ...args, '--endpoint-url', target.url]
    const { stdout } = await promisify(execFile)(aws, all, { env, timeout: commandDurationMsMax })
    return stdout
  }
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: s3 ${name}`, run)
  const folder = join(target.folder, 's3')
  await mkdir(join(folder, 'tree/sub'), { recursive: true })
  const large = randomBytes(largeBytes)
  await writeFile(join(folder, 'large'), large)
  await writeFile(join(folder, 'small.csv'), 'a,b\n1,2\n')
  await writeFile(join(folder, 'tree/one'), 'one')
  await writeFile(join(folder, 'tree/sub/two words'), 'two')

  await check('mb', async () => {
    await s3('mb', 's3://cli-bucket')
    await s3('mb', 's3://cli-other')
    assert.match(await s3('ls'), /cli-bucket\n.*cli-other\n/)
  })
  await check('cp of a small file, and back', async () => {
    await s3('cp', join(folder, 'small.csv'), 's3://cli-bucket/in/small.csv')
    assert.equal(await s3('cp', 's3://cli-bucket/in/small.csv', '-'), 'a,b\n1,2\n')
  })
  await check('cp of a large file in parts, and back', async () => {
    await s3('cp', join(folder, 'large'), 's3://cli-bucket/large')
    await s3('cp', 's3://cli-bucket/large', join(folder, 'large-again'))
    assert.ok(large.equals(await readFile(join(folder, 'large-again'))))
  })
  await check('cp between buckets, large and small', async () => {
    for (const key of ['large', 'in/small.csv']) {
      await s3('cp', `s3://cli-bucket/${key}`, `s3://cli-other/${key}`)
    }
    await s3('cp', 's3://cli-other/large', join(folder, 'large-copy'))
    assert.ok(large.equals(await readFile(join(folder, 'large-copy'))))
  })
  await check('ls', async () => {
    const listed = await s3('ls', 's3://cli-bucket/')
    assert.match(listed, /PRE in\/\n/)
    assert.match(listed, new RegExp(` ${largeBytes} large\n`))
    assert.match(await s3('ls', '--recursive', 's3://cli-bucket'), / 8 in\/small\.csv\n/)
  })
  await check('sync there and back', async () => {
    await s3('sync', join(folder, 'tree'), 's3://cli-bucket/tree')
    assert.equal(await s3('sync', join(folder, 'tree'), 's3://cli-bucket/tree'), '')
    await s3('sync', 's3://cli-bucket/tree', join(folder, 'tree-again'))
    assert.equal(await readFile(join(folder, 'tree-again/sub/two words'), 'utf8'), 'two')
  })
  await check('mv and rm', async () => {
    await s3('mv', 's3://cli-bucket/in/small.csv', 's3://cli-bucket/moved.csv')
    await s3('rm', 's3://cli-bucket/moved.csv')
    await s3('rm', '--recursive', 's3://cli-bucket/tree')
    assert.equal((await s3('ls', '--recursive', 's3://cli-bucket')).trim().split('\n').length, 1)
  })
  await check('presign', async () => {
    const address = (await s3('presign', 's3://cli-other/in/small.csv')).trim()
    const answer = await fetch(address)
    assert.equal(await answer.text(), 'a,b\n1,2\n')
  })
  await check('rb', async () => {
    await assert.rejects(s3('rb', 's3://cli-bucket'), /BucketNotEmpty/)
    await s3('rb', '--force', 's3://cli-bucket')
    await s3('rb', '--force', 's3://cli-other')
    assert.equal(await s3('ls'), '')
  })
}
