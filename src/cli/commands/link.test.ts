import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, mock } from 'node:test'
import { deployment, inIamMode, rootKey } from '../../server/links-suite.js'
import { linkCommand } from './link.js'

describe('gramme link', () => {
  it('adds, lists and removes links', async () => {
    await using here = await deployment('us-east-1', inIamMode)
    await using there = await deployment('eu-west-1', inIamMode)
    const folder = mkdtempSync(join(tmpdir(), 'gramme-link-'))
    const secretFile = join(folder, 'secret')
    writeFileSync(secretFile, `${rootKey.secretAccessKey}\n`)
    const environment = {
      AWS_ACCESS_KEY_ID: rootKey.accessKeyId,
      AWS_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
    }
    const said: string[] = []
    const run = async (...args: readonly string[]) => {
      const writing = mock.method(process.stdout, 'write', (text: string) => said.push(text) > 0)
      try {
        await linkCommand.run([...args, '--endpoint', here.url], environment)
      } finally {
        writing.mock.restore()
      }
    }
    const key = ['--access-key-id', rootKey.accessKeyId]
    const add = ['add', 'eu-west-1', there.url, ...key, '--secret-file', secretFile]
    await run('list')
    await run(...add)
    await assert.rejects(run(...add), /There already is a link/)
    await run(...add, '--replace')
    await run('list')
    await run('remove', 'eu-west-1')
    rmSync(folder, { recursive: true })
    const text = said.join('')
    assert.match(text, /^There are no links\.\nLinked eu-west-1 at http/)
    assert.match(text, /REGION +ENDPOINT +KEY +CLOCK +STATUS\neu-west-1 +http.*AVAILABLE/)
    assert.match(text, /Removed the link to eu-west-1\.\n$/)
    await assert.rejects(run('add', 'eu-west-1'), /needs a region and the address/)
    await assert.rejects(run('move'), /needs add, list or remove/)
    await assert.rejects(run('add', 'eu-west-1', there.url, ...key), /needs --secret-file/)
  })
})
