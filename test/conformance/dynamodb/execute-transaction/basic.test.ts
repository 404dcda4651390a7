/** ExecuteTransaction: statements that all read, or all write, together or not at all. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ExecuteTransactionCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const seed = (...items: readonly Item[]) => putAll(client, table, items)
const request = (statements: readonly (string | Json)[], more: Json = {}): Json => ({
  TransactStatements: statements.map((each) =>
    typeof each === 'string' ? { Statement: each } : each,
  ),
  ...more,
})
const transact = (statements: readonly (string | Json)[], more: Json = {}): Promise<Json> =>
  client.ask('ExecuteTransaction', request(statements, more))
async function stored(pk: string): Promise<unknown> {
  const Key = { pk: S(pk) }
  return (await client.ask('GetItem', { TableName: table, Key, ConsistentRead: true }))['Item']
}

describe('an ExecuteTransaction of reads', () => {
  it('answers in order, with nothing for a missing item', async () => {
    await seed({ pk: S('r1'), n: N(1), m: { M: { k: S('v') } } })
    await putAll(client, sorted, [{ pk: S('r'), sk: S('1') }])
    const answer = await client.sdk.send(
      new ExecuteTransactionCommand({
        TransactStatements: [
          { Statement: `SELECT m.k FROM "${table}" WHERE pk = ?`, Parameters: [{ S: 'r1' }] },
          { Statement: `SELECT * FROM "${table}" WHERE pk = 'absent'` },
          { Statement: `SELECT * FROM "${sorted}" WHERE pk IN ['r'] AND sk = '1'` },
        ],
      }),
    )
    assert.deepEqual(answer.Responses, [
      { Item: { k: { S: 'v' } } },
      {},
      { Item: { pk: { S: 'r' }, sk: { S: '1' } } },
    ])
  })

  it('ignores a token', async () => {
    const token = { ClientRequestToken: randomUUID() }
    await transact([`SELECT * FROM "${table}" WHERE pk = 'r1'`], token)
    await transact([`SELECT * FROM "${table}" WHERE pk = 'r2'`], token)
  })
})

describe('an ExecuteTransaction of writes', () => {
  it('does all of them', async () => {
    await seed({ pk: S('w1'), n: N(1) }, { pk: S('w2') }, { pk: S('w3'), ready: { BOOL: true } })
    const answer = await client.sdk.send(
      new ExecuteTransactionCommand({
        TransactStatements: [
          { Statement: `UPDATE "${table}" SET n = n + 1 WHERE pk = 'w1' AND n = 1` },
          { Statement: `DELETE FROM "${table}" WHERE pk = 'w2'` },
          { Statement: `EXISTS(SELECT * FROM "${table}" WHERE pk = 'w3' AND ready = true)` },
          {
            Statement: `INSERT INTO "${sorted}" VALUE {'pk': ?, 'sk': ?}`,
            Parameters: [{ S: 'w' }, { S: '4' }],
          },
        ],
      }),
    )
    assert.deepEqual(answer.Responses, [])
    assert.deepEqual(await stored('w1'), { pk: S('w1'), n: N(2) })
    assert.equal(await stored('w2'), undefined)
    const Key = { pk: S('w'), sk: S('4') }
    assert.deepEqual((await client.ask('GetItem', { TableName: sorted, Key }))['Item'], Key)
  })

  it('does none of them if one fails', async () => {
    await seed({ pk: S('none'), n: N(1) })
    await expectError(
      client.call(
        'ExecuteTransaction',
        request([
          `INSERT INTO "${table}" VALUE {'pk': 'not-written'}`,
          `UPDATE "${table}" SET n = 2 WHERE pk = 'none' AND n = 5`,
        ]),
      ),
      'TransactionCanceledException',
      /\[None, ConditionalCheckFailed\]$/,
    )
    assert.equal(await stored('not-written'), undefined)
  })

  it('deletes a missing item without evaluating the condition', async () => {
    await transact([`DELETE FROM "${table}" WHERE pk = 'nobody' AND n = 1`])
  })
})

describe('the token of an ExecuteTransaction', () => {
  const increment = (pk: string): Json => ({
    Statement: `UPDATE "${table}" SET n = n + ? WHERE pk = ?`,
    Parameters: [N(1), S(pk)],
  })

  it('prevents it from being applied twice', async () => {
    await seed({ pk: S('once'), n: N(0) })
    const token = { ClientRequestToken: randomUUID() }
    await transact([increment('once')], token)
    await transact([increment('once')], token)
    assert.deepEqual(await stored('once'), { pk: S('once'), n: N(1) })
    await transact([increment('once')], { ClientRequestToken: randomUUID() })
    assert.deepEqual(await stored('once'), { pk: S('once'), n: N(2) })
  })

  it('belongs to its statements and parameters', async () => {
    await seed({ pk: S('mine'), n: N(0) }, { pk: S('other'), n: N(0) })
    const token = { ClientRequestToken: randomUUID() }
    await transact([increment('mine')], token)
    await expectError(
      client.call('ExecuteTransaction', request([increment('other')], token)),
      'IdempotentParameterMismatchException',
      null,
    )
    assert.deepEqual(await stored('other'), { pk: S('other'), n: N(0) })
  })

  it('is separate from the tokens of TransactWriteItems', async () => {
    await seed({ pk: S('apart'), n: N(0) })
    const token = { ClientRequestToken: randomUUID() }
    const native = {
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: { pk: S('apart') },
            UpdateExpression: 'SET n = n + :one',
            ExpressionAttributeValues: { ':one': N(1) },
          },
        },
      ],
      ...token,
    }
    await client.ask('TransactWriteItems', native)
    await transact([increment('apart')], token)
    await client.ask('TransactWriteItems', native)
    await transact([increment('apart')], token)
    assert.deepEqual(await stored('apart'), { pk: S('apart'), n: N(2) })
  })

  it('can be used again after a canceled transaction', async () => {
    const token = { ClientRequestToken: randomUUID() }
    const statements = [increment('late')]
    await expectError(
      client.call('ExecuteTransaction', request(statements, token)),
      'TransactionCanceledException',
      /ConditionalCheckFailed/,
    )
    await seed({ pk: S('late'), n: N(0) })
    await transact(statements, token)
    assert.deepEqual(await stored('late'), { pk: S('late'), n: N(1) })
  })
})
