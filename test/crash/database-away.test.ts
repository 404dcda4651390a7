/** A server that starts before its database, loses it, and finds it again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clientOf, testCredentials } from '../support/client.js'
import { freePort, PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'
import { ServerProcess } from './server-process.js'

interface Health {
  readonly code: number
  readonly status: string
}

describe('a server and its database', () => {
  it('the server waits for it, says so, and serves again once it is back', async () => {
    const workspace = await Workspace.open()
    const node = await PostgresNode.create(workspace, 'away', { fsync: 'off' })
    const port = await freePort()
    const server = new ServerProcess(node.url(), '--port', String(port))
    try {
      const url = `http://127.0.0.1:${port}`
      await untilHealth(url, { code: 503, status: 'waiting for the database' })
      const client = clientOf({ url }, testCredentials)
      await assert.rejects(client.ask('ListTables', {}), /503 ServiceUnavailable/)
      await node.start()
      await untilHealth(url, { code: 200, status: 'ready' })
      assert.deepEqual(await client.ask('ListTables', {}), { TableNames: [] })
      await node.kill()
      await untilHealth(url, { code: 503, status: 'database unreachable' })
      await node.start()
      await untilHealth(url, { code: 200, status: 'ready' })
      assert.deepEqual(await client.ask('ListTables', {}), { TableNames: [] })
      assert.equal(server.errors.split('waiting for the database').length, 2)
      assert.equal(server.errors.split('the database is there').length, 2)
      assert.equal(await server.stop(), 0)
    } finally {
      await server.kill()
      await workspace.remove()
    }
  })

  it('the server can be stopped while it waits', async () => {
    const port = await freePort()
    const server = new ServerProcess('postgres://nobody@127.0.0.1:1/none', '--port', String(port))
    await untilHealth(`http://127.0.0.1:${port}`, { code: 503, status: 'waiting for the database' })
    assert.equal(await server.stop(), 0)
  })
})

async function untilHealth(url: string, expected: Health): Promise<void> {
  let seen = ''
  const isExpected = async (): Promise<boolean> => {
    seen = JSON.stringify(await healthOf(url).catch((error: unknown) => error))
    return seen === JSON.stringify(expected)
  }
  await until(isExpected, () => `expected ${expected.status}, saw ${seen}`)
}

async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/health`)
  const { status } = (await answer.json()) as { status: string }
  return { code: answer.status, status }
}
