/**
 * A server that is paused in the middle of its transactions: the database undoes them, so that others
 * can write the same items, and the server continues when it wakes up.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'

const pauses = 4
const hot = { pk: { S: 'hot' } }
const count = { UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } }

/** Adds to one item, in a transaction of several statements: it needs another item to be absent. */
function addOne(client: Client, TableName: string): Promise<unknown> {
  const absent = {
    TableName,
    Key: { pk: { S: 'never there' } },
    ConditionExpression: 'attribute_not_exists(pk)',
  }
  const TransactItems = [{ ConditionCheck: absent }, { Update: { TableName, Key: hot, ...count } }]
  return client.ask('TransactWriteItems', { TransactItems })
}

class Counter {
  acknowledged = 0
  unknown = 0

  async addUntil(client: Client, TableName: string, over: () => boolean): Promise<void> {
    while (!over()) {
      try {
        await addOne(client, TableName)
        this.acknowledged++
      } catch (error) {
        assert.match(String(error), /ServiceUnavailable|TransactionConflict/)
        this.unknown++
      }
    }
  }
}

describe('a server that is paused in the middle of a transaction', () => {
  let workspace: Workspace
  let node: PostgresNode

  before(async () => {
    workspace = await Workspace.open()
    node = await PostgresNode.create(workspace, 'only', {})
    await node.start()
  })
  after(() => workspace.remove())

  /** Sessions of the server whose transaction waits for its next statement. */
  async function heldTransactions(): Promise<number> {
    let rows: readonly Readonly<Record<string, unknown>>[] = []
    const text = `SELECT state FROM pg_stat_activity WHERE application_name = 'paused'`
    // Statements that were sent before the pause end by themselves.
    await until(
      async () => (rows = await node.query(text)).every(({ state }) => state !== 'active'),
      () => `statements do not end: ${JSON.stringify(rows)}`,
    )
    return rows.filter(({ state }) => state === 'idle in transaction').length
  }

  it('does not hold up the writes of others, and loses nothing', async (test) => {
    // Far from the deadline of statements, which does not help.
    const settings = 'idleTransactionTimeoutMs=1000&statementTimeoutMs=3600000'
    const engine = `${node.url()}?application_name=paused&${settings}`
    await using paused = await startServerProcess({ args: ['--engine', engine] })
    await using other = await startServerProcess({ args: ['--engine', node.url()] })
    const [clientOfPaused, client] = [paused, other].map((s) => clientOf(s, testCredentials))
    const TableName = await client!.createTable(partitionOnly())
    const counters = Array.from({ length: 8 }, () => new Counter())
    const work = { over: false }
    const adding = counters.map((one) => one.addUntil(clientOfPaused!, TableName, () => work.over))
    const acknowledged = () => counters.reduce((sum, one) => sum + one.acknowledged, 0)
    let written = 0
    try {
      for (let pausesLeft = pauses; pausesLeft > 0;) {
        const goal = acknowledged() + 5
        await until(
          () => acknowledged() >= goal,
          () => 'the server does not continue',
        )
        process.kill(paused.pid, 'SIGSTOP')
        try {
          if ((await heldTransactions()) === 0) continue
          await addOne(client!, TableName)
          written++
          pausesLeft--
        } finally {
          process.kill(paused.pid, 'SIGCONT')
        }
      }
    } finally {
      work.over = true
      await Promise.all(adding)
    }
    const { Item } = await client!.ask('GetItem', { TableName, Key: hot, ConsistentRead: true })
    const added = Number((Item as { n: { N: string } }).n.N) - written
    const unknown = counters.reduce((sum, one) => sum + one.unknown, 0)
    assert.ok(added >= acknowledged(), 'what was acknowledged is there')
    assert.ok(added <= acknowledged() + unknown, 'and nothing twice')
    test.diagnostic(`${acknowledged()} acknowledged, ${unknown} unknown, ${written} of the other`)
  })
})
