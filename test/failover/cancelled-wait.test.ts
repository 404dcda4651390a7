/**
 * A commit waits for a standby that does not answer, and somebody cancels the wait. PostgreSQL then
 * answers the commit as done, with a warning, although only the primary has it. A client must not
 * see it as done: a failover would lose it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'

const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'gramme'`

describe('a commit whose wait for its standby is cancelled', () => {
  let workspace: Workspace
  let primary: PostgresNode
  let standby: PostgresNode
  let server: ServerProcess
  let client: Client
  let TableName: string

  before(async () => {
    workspace = await Workspace.open()
    const durable = { synchronous_commit: 'on', wal_keep_size: '64MB' }
    const names = { ...durable, synchronous_standby_names: 'n2' }
    primary = await PostgresNode.create(workspace, 'n1', names)
    standby = await PostgresNode.create(workspace, 'n2', durable)
    await standby.follow(primary)
    await primary.start()
    await standby.start()
    server = await startServerProcess({ args: ['--engine', primary.url()] })
    client = clientOf(server, testCredentials)
    TableName = await client.createTable(partitionOnly())
  })
  after(async () => {
    await server.stop()
    await workspace.remove()
  })

  /** Every wait is cancelled until the request is answered: background work commits as well. */
  async function answerWithoutStandby(operation: string, input: Json) {
    await standby.halt()
    try {
      const state = { answered: false }
      const answer = client.call(operation, input).finally(() => (state.answered = true))
      await until(
        async () => {
          await primary.query(`SELECT pg_cancel_backend(pid) ${waiting}`)
          return state.answered
        },
        () => 'the request was not answered',
      )
      return await answer
    } finally {
      standby.resume()
    }
  }

  const item = (pk: string): Json => ({ pk: { S: pk } })
  const condition = { ConditionExpression: 'attribute_not_exists(pk)' }

  for (const [name, operation, input] of [
    ['blind put', 'PutItem', (pk: string) => ({ Item: item(pk) })],
    ['put on a condition', 'PutItem', (pk: string) => ({ Item: item(pk), ...condition })],
  ] as const) {
    it(`answers a ${name} as unavailable, and works on`, async () => {
      const answer = await answerWithoutStandby(operation, { TableName, ...input(name) })
      assert.equal(answer.type, 'ServiceUnavailable', `${answer.status} ${answer.message}`)
      // Only the warning differs from success: the primary has the item.
      const { Item } = await client.ask('GetItem', { TableName, Key: item(name) })
      assert.deepEqual(Item, item(name))
      await client.ask('PutItem', { TableName, Item: item('later') })
    })
  }

  it('answers a change of a table as unavailable', async () => {
    const KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' }]
    const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }]
    const input = { TableName: 'other', KeySchema, AttributeDefinitions }
    const more = { BillingMode: 'PAY_PER_REQUEST' }
    const { status } = await answerWithoutStandby('CreateTable', { ...input, ...more })
    assert.ok(status >= 500, `answered ${status}`)
  })
})
