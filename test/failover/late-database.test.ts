/** A server that is started before its database. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clientOf, testCredentials } from '../support/client.js'
import { freePort, PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'

const commandLine = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

describe('a server that is started before its database', () => {
  it('waits, says so, refuses with errors that clients retry, and serves once it is up', async () => {
    const workspace = await Workspace.open()
    const node = await PostgresNode.create(workspace, 'late', {})
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const options = ['start', '--port', String(port), '--engine', node.url()]
    const server = spawn(process.execPath, [commandLine, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    try {
      await until(
        async () => (await healthOf(url)) === 503,
        () => 'it does not say that it is not ready',
      )
      await until(
        () => said.includes('waiting for the database'),
        () => 'it does not say so',
      )
      const client = clientOf({ url }, testCredentials)
      const refused = await client.call('ListTables', {})
      assert.deepEqual([refused.status, refused.type], [503, 'ServiceUnavailable'])
      await node.start()
      await until(
        async () => (await healthOf(url)) === 200,
        () => 'it is not ready',
      )
      await client.createTable(partitionOnly())
      const left = once(server, 'exit')
      server.kill('SIGTERM')
      assert.deepEqual(await left, [0, null])
    } finally {
      server.kill('SIGKILL')
      await workspace.remove()
    }
  })
})

async function healthOf(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/health`).catch(() => undefined)
  return answer?.status
}
