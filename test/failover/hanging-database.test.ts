/** A database that hangs: its connections stay open, and nothing answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials } from '../support/client.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { underLoad } from './under-load.js'

describe('a server whose database hangs', () => {
  let workspace: Workspace
  let node: PostgresNode

  before(async () => {
    workspace = await Workspace.open()
    node = await PostgresNode.create(workspace, 'only', {})
    await node.start()
  })
  after(() => workspace.remove())

  async function whileHanging(work: () => Promise<void>): Promise<void> {
    await node.halt()
    try {
      await work()
    } finally {
      node.resume()
    }
  }

  it('refuses requests, keeps acknowledged writes, and continues', async (test) => {
    const settings = 'statementTimeoutMs=1000&connectTimeoutMs=1000&waitMs=500'
    const engine = `${node.url()}?schema=refusing&${settings}`
    await using server = await startServerProcess({ args: ['--engine', engine] })
    const { acknowledged, errors } = await underLoad(server.url, (soFar) =>
      whileHanging(() =>
        until(
          () => (soFar().errors['ServiceUnavailable'] ?? 0) > 0,
          () => `no request was refused: ${JSON.stringify(soFar())}`,
        ),
      ),
    )
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })

  it('ends when it is told to, and leaves its lease to the next server', async () => {
    // The database's own deadlines are far away, so that only the server's own can end it.
    const settings = 'statementTimeoutMs=3600000&connectTimeoutMs=3600000'
    const engine = `${node.url()}?schema=ending&${settings}`
    const server = await startServerProcess({ args: ['--engine', engine] })
    const client = clientOf(server, testCredentials)
    const TableName = await client.createTable(partitionOnly())
    await whileHanging(async () => {
      const calls = Array.from({ length: 20 }, (_, n) =>
        client.ask('PutItem', { TableName, Item: { pk: { S: `item-${n}` } } }),
      )
      const answered = Promise.allSettled(calls)
      // Any moment is right: the requests have arrived or not.
      await pause(100)
      await server.stop()
      await answered
    })
    await using next = await startServerProcess({ args: ['--engine', engine] })
    await clientOf(next, testCredentials).ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
  })
})
