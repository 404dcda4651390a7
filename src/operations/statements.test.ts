import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Json } from './database-suite.js'
import { ContendedEngine, createTable, refusal, serverOn, type Ask } from './server-suite.js'

const minuteMs = 60_000
const S = (text: string): Json => ({ S: text })
const batchOf = (...texts: readonly string[]): Json => ({
  Statements: texts.map((Statement) => ({ Statement })),
})
const transactionOf = (...texts: readonly string[]): Json => ({
  TransactStatements: texts.map((Statement) => ({ Statement })),
})

/** Another server has replaced the table with one whose key has another name. */
async function replacedTable(): Promise<Ask> {
  const engine = await openTestEngine()
  const [one, other] = [serverOn(engine), serverOn(engine)]
  await createTable(one.ask, 'shared')
  await one.ask('PutItem', { TableName: 'shared', Item: { pk: S('old') } })
  await other.ask('DeleteTable', { TableName: 'shared' })
  await createTable(other.ask, 'shared', 'id')
  return one.ask
}

describe('statements on a table that another server has changed', () => {
  // With the old definition each of these is refused.
  const insert = `INSERT INTO shared VALUE {'id': 'a'}`
  const update = `UPDATE shared SET n = 1 WHERE id = 'a'`
  const select = `SELECT * FROM shared WHERE id = 'a'`

  it('are planned by its new definition', async () => {
    const ask = await replacedTable()
    assert.deepEqual(await ask('ExecuteStatement', { Statement: insert }), { Items: [] })
  })

  it('are planned by its new definition in a batch of writes', async () => {
    const ask = await replacedTable()
    assert.deepEqual(await ask('BatchExecuteStatement', batchOf(insert)), {
      Responses: [{ TableName: 'shared' }],
    })
  })

  it('are planned by its new definition in a batch of reads', async () => {
    const ask = await replacedTable()
    assert.deepEqual(await ask('BatchExecuteStatement', batchOf(select)), {
      Responses: [{ TableName: 'shared' }],
    })
  })

  it('are planned by its new definition in a transaction', async () => {
    const ask = await replacedTable()
    await ask('ExecuteTransaction', transactionOf(insert))
    await ask('ExecuteTransaction', transactionOf(update))
    assert.deepEqual(await ask('ExecuteTransaction', transactionOf(select)), {
      Responses: [{ Item: { id: S('a'), n: { N: '1' } } }],
    })
  })

  it('do not find a table that was deleted', async () => {
    const engine = await openTestEngine()
    const [one, other] = [serverOn(engine), serverOn(engine)]
    await createTable(one.ask, 'gone')
    await createTable(one.ask, 'kept')
    await one.ask('BatchExecuteStatement', batchOf(`SELECT * FROM gone WHERE pk = 'a'`))
    await other.ask('DeleteTable', { TableName: 'gone' })
    const statements = [
      `INSERT INTO kept VALUE {'pk': 'a'}`,
      `UPDATE gone SET n = 1 WHERE pk = 'a'`,
    ]
    assert.equal(
      await refusal(one.ask('ExecuteTransaction', transactionOf(...statements))),
      'TransactionCanceledException None ResourceNotFound',
    )
    const { Responses } = await one.ask('BatchExecuteStatement', batchOf(...statements))
    const Error = { Code: 'ResourceNotFound', Message: 'Requested resource not found' }
    assert.deepEqual(Responses, [{ TableName: 'kept' }, { TableName: 'gone', Error }])
  })
})

describe('a batch of statements', () => {
  it('takes one storage call, whatever the results of its members', async () => {
    const engine = new ContendedEngine()
    const { ask } = serverOn(engine)
    await createTable(ask, 'table')
    await ask('ExecuteStatement', { Statement: `INSERT INTO "table" VALUE {'pk': 'item-0'}` })
    engine.calls = { reads: 0, transactions: 0 }
    const writes = Array.from(
      { length: 25 },
      (_, i) => `INSERT INTO "table" VALUE {'pk': 'item-${i}'}`,
    )
    await ask('BatchExecuteStatement', batchOf(...writes))
    assert.deepEqual(engine.calls, { reads: 0, transactions: 1 })
    const reads = Array.from(
      { length: 25 },
      (_, i) => `SELECT * FROM "table" WHERE pk = 'item-${i}'`,
    )
    const { Responses } = await ask('BatchExecuteStatement', batchOf(...reads))
    assert.equal((Responses as readonly Json[]).filter(({ Item }) => Item).length, 25)
    assert.deepEqual(engine.calls, { reads: 1, transactions: 1 })
  })

  it('reports a conflict in the storage for each of its writes', async () => {
    const engine = new ContendedEngine()
    const { ask } = serverOn(engine)
    await createTable(ask, 'table')
    engine.contended = true
    const { Responses } = await ask(
      'BatchExecuteStatement',
      batchOf(`INSERT INTO "table" VALUE {'pk': 'a'}`, `DELETE FROM "table" WHERE pk = 'b'`),
    )
    const Error = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
    assert.deepEqual(Responses, [
      { TableName: 'table', Error },
      { TableName: 'table', Error },
    ])
    assert.equal(
      await refusal(ask('ExecuteTransaction', transactionOf(`DELETE FROM "table" WHERE pk = 'b'`))),
      'TransactionCanceledException TransactionConflict',
    )
  })
})

describe('the token of a transaction of statements', () => {
  const once = (ask: Ask, pk: string, ClientRequestToken: string, region?: string) =>
    ask(
      'ExecuteTransaction',
      {
        ...transactionOf(`UPDATE counters SET n = n + 1 WHERE pk = '${pk}'`),
        ClientRequestToken,
      },
      region,
    )
  const start = async (ask: Ask, region?: string) => {
    await createTable(ask, 'counters', 'pk', region)
    for (const pk of ['a', 'b']) {
      const Item = { pk: S(pk), n: { N: '0' } }
      await ask('PutItem', { TableName: 'counters', Item }, region)
    }
  }
  const count = async (ask: Ask) => {
    const { Item } = await ask('GetItem', { TableName: 'counters', Key: { pk: S('a') } })
    return (Item as { n: { N: string } }).n.N
  }

  it('is valid for exactly ten minutes on every server', async () => {
    const engine = await openTestEngine()
    const clock = new VirtualClock()
    const [one, other] = [serverOn(engine, clock), serverOn(engine, clock)]
    await start(one.ask)
    await once(one.ask, 'a', 'token')
    clock.advance(10 * minuteMs - 1)
    await once(other.ask, 'a', 'token')
    assert.equal(await count(one.ask), '1')
    assert.equal(await refusal(once(one.ask, 'b', 'token')), 'IdempotentParameterMismatchException')
    clock.advance(1)
    await once(other.ask, 'a', 'token')
    assert.equal(await count(one.ask), '2')
  })

  it('is separate in each region', async () => {
    const { ask } = serverOn(await openTestEngine())
    await start(ask)
    await start(ask, 'eu-west-1')
    await once(ask, 'a', 'token')
    await once(ask, 'b', 'token', 'eu-west-1')
    assert.equal(await refusal(once(ask, 'b', 'token')), 'IdempotentParameterMismatchException')
  })

  it('is deleted after it expired, a few at a time', async () => {
    const engine = await openTestEngine()
    const { ask, clock } = serverOn(engine)
    await start(ask)
    const tokens = async () => {
      const range = { from: Buffer.of(0x10), to: Buffer.of(0x12), entriesMax: 1000 }
      const [page] = await engine.read([{ kind: 'range', space: 0, ...range }])
      return page.entries.length / 2
    }
    for (let i = 0; i < 20; i++) await once(ask, 'a', `token ${i}`)
    assert.equal(await tokens(), 20)
    clock.advance(10 * minuteMs)
    const left: number[] = []
    for (let i = 0; i < 5; i++) {
      await once(ask, 'a', `later ${i}`)
      left.push(await tokens())
    }
    assert.deepEqual(left, [13, 6, 3, 4, 5])
  })
})
