/** `gramme iam`, as a person calls it, and a server that then knows the key. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signedHeaders } from '../../../test/support/sign.js'
import { createGramme } from '../../server/gramme.js'
import { UsageError } from '../usage-error.js'
import { iamCommand } from './iam.js'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
let folder = ''

interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function iam(...args: readonly string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], GRAMME_DATA_DIR: folder }
  const child = spawn(process.execPath, [main, 'iam', ...args], { env, cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, stdout, stderr })),
  )
}

async function done(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await iam(...args)
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

const keyPattern = /^AWS_ACCESS_KEY_ID=(AKIA\w{16})\nAWS_SECRET_ACCESS_KEY=(\S{40})\n$/

describe('gramme iam', () => {
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))))
  after(() => rm(folder, { recursive: true }))

  it('makes users and keys that a server then knows', async () => {
    await done('create-user', 'alice', '--path', '/team/')
    const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess'
    await done('attach-policy', administrator, '--user', 'alice')
    const made = keyPattern.exec(await done('create-key', 'alice'))
    assert.ok(made)
    const [, accessKeyId = '', secretAccessKey = ''] = made
    assert.match(await done('list'), new RegExp(`user +alice +${accessKeyId} +- +${administrator}`))
    assert.equal(await statusFor({ accessKeyId, secretAccessKey }), 200)
    await done('deactivate-key', accessKeyId)
    assert.match(await done('list-keys', 'alice'), new RegExp(`${accessKeyId} +inactive`))
    assert.equal(await statusFor({ accessKeyId, secretAccessKey }), 400)
    await done('delete-key', accessKeyId)
    assert.equal(await done('list-keys', 'alice'), 'There are no keys.\n')
  })

  it('makes keys of the root of any account', async () => {
    assert.match(await done('create-root-key', '--account', '111122223333'), keyPattern)
    assert.match(await done('list-keys', '--account', '111122223333'), /AKIA\w{16} +active/)
  })

  it('refuses in the sentences of IAM', async () => {
    const sentence = 'gramme: The user with name nobody cannot be found.\n'
    assert.deepEqual(await iam('create-key', 'nobody'), { status: 1, stdout: '', stderr: sentence })
  })

  for (const [args, sentence] of [
    [['delete-key', 'AKIAX'], 'There is no key AKIAX.'],
    [['create-user'], 'gramme iam create-user needs the name of a user.'],
    [['list', 'alice'], "gramme iam list takes no 'alice'."],
    [
      ['attach-policy', 'arn', '--user', 'a', '--role', 'b'],
      'Name one of --user, --group and --role.',
    ],
    [['create-root-key', '--account', '12'], '--account must have 12 digits.'],
  ] as const) {
    it(sentence, async () => {
      const refused = iamCommand.run(args, { GRAMME_DATA_DIR: folder })
      await assert.rejects(refused, new UsageError(sentence))
    })
  }
})

/** Of ListTables, signed with a key. */
async function statusFor(key: {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}): Promise<number> {
  await using gramme = createGramme({ dataDir: folder, auth: 'iam', logLevel: 'silent' })
  await gramme.start({ listen: false })
  const request = {
    host: 'here',
    target: 'DynamoDB_20120810.ListTables',
    body: '{}',
    at: new Date(),
  }
  const signed = signedHeaders({ ...key, region: 'us-east-1' }, request)
  const headers = { host: 'here', 'content-type': 'application/x-amz-json-1.0', ...signed }
  return (await gramme.fetch('http://here/', { method: 'POST', body: '{}', headers })).status
}
