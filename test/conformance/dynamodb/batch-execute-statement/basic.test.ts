/** BatchExecuteStatement: many statements, each answered separately. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BatchExecuteStatementCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const seed = (...items: readonly Item[]) => putAll(client, table, items)

async function batch(...statements: readonly (string | Json)[]): Promise<unknown> {
  const Statements = statements.map((each) =>
    typeof each === 'string' ? { Statement: each } : each,
  )
  return (await client.ask('BatchExecuteStatement', { Statements }))['Responses']
}
async function stored(pk: string): Promise<unknown> {
  const request = { TableName: table, Key: { pk: S(pk) }, ConsistentRead: true }
  return (await client.ask('GetItem', request))['Item']
}
const failed = (Code: string, Message: string, TableName?: string): Json => ({
  Error: { Code, Message },
  ...(TableName !== undefined && { TableName }),
})

describe('a BatchExecuteStatement of reads', () => {
  it('answers in order, without an Item for a missing one', async () => {
    await seed({ pk: S('r1'), n: N(1), m: { M: { k: { L: [S('a'), S('b')] } } } })
    await putAll(client, sorted, [{ pk: S('r'), sk: S('1') }])
    const answer = await client.sdk.send(
      new BatchExecuteStatementCommand({
        Statements: [
          { Statement: `SELECT n, m.k[1] FROM "${table}" WHERE pk = ?`, Parameters: [{ S: 'r1' }] },
          { Statement: `SELECT * FROM "${table}" WHERE pk IN ['r2']` },
          { Statement: `SELECT * FROM "${sorted}" WHERE sk = '1' AND pk = 'r'` },
        ],
      }),
    )
    assert.deepEqual(answer.Responses, [
      { TableName: table, Item: { n: { N: '1' }, 'k[1]': { S: 'b' } } },
      { TableName: table },
      { TableName: sorted, Item: { pk: { S: 'r' }, sk: { S: '1' } } },
    ])
    assert.equal(answer.ConsumedCapacity, undefined)
  })

  it('requires exactly the whole key of each', async () => {
    await seed({ pk: S('k'), n: N(1) })
    const key =
      'Select statements within BatchExecuteStatement must specify the primary key in the where clause.'
    const select = (where: string, name = table) => `SELECT * FROM "${name}" ${where}`
    assert.deepEqual(
      await batch(
        select(''),
        select(`WHERE pk = 'k' AND n = 1`),
        select(`WHERE pk IN ['k', 'l']`),
        select(`WHERE pk > 'k'`),
        select(`WHERE pk = 'k'`, sorted),
        `SELECT * FROM "${table}"."index" WHERE pk = 'k'`,
        select(`WHERE pk = 'k'`),
      ),
      [
        ...Array.from({ length: 6 }, () => failed('ValidationError', key)),
        { TableName: table, Item: { pk: S('k'), n: N(1) } },
      ],
    )
  })

  it('reports for each what is wrong with its key', async () => {
    assert.deepEqual(
      await batch(
        `SELECT * FROM "${table}" WHERE pk = 1`,
        `SELECT * FROM "${table}" WHERE pk = ''`,
        `SELECT pk.x FROM "${table}" WHERE pk = 'k'`,
        `SELECT * FROM "no-such-table" WHERE pk = 'k'`,
      ),
      [
        failed(
          'ValidationError',
          "Key attribute's data type should match its data type in table's schema: Key pk",
        ),
        failed(
          'ValidationError',
          'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
        ),
        failed(
          'ValidationError',
          "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
        ),
        failed('ResourceNotFound', 'Requested resource not found', 'no-such-table'),
      ],
    )
  })
})

describe('a BatchExecuteStatement of writes', () => {
  it('does each separately, and returns what each returns', async () => {
    await seed({ pk: S('w1'), n: N(1) }, { pk: S('w2'), n: N(2) })
    assert.deepEqual(
      await batch(
        `UPDATE "${table}" SET n = n + 10 WHERE pk = 'w1' RETURNING MODIFIED NEW *`,
        `DELETE FROM "${table}" WHERE pk = 'w2' RETURNING ALL OLD *`,
        `DELETE FROM "${table}" WHERE pk = 'nobody' RETURNING ALL OLD *`,
        { Statement: `INSERT INTO "${table}" VALUE {'pk': ?}`, Parameters: [S('w3')] },
      ),
      [
        { TableName: table, Item: { n: N(11) } },
        { TableName: table, Item: { pk: S('w2'), n: N(2) } },
        { TableName: table },
        { TableName: table },
      ],
    )
    assert.deepEqual(await stored('w1'), { pk: S('w1'), n: N(11) })
    assert.equal(await stored('w2'), undefined)
    assert.deepEqual(await stored('w3'), { pk: S('w3') })
  })

  it('does the others if one fails', async () => {
    await seed({ pk: S('f1'), n: N(1) }, { pk: S('f2'), s: S('text') })
    assert.deepEqual(
      await batch(
        {
          Statement: `UPDATE "${table}" SET n = 5 WHERE pk = 'f1' AND n = 2`,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        `INSERT INTO "${table}" VALUE {'pk': 'f3'}`,
        `INSERT INTO "${table}" VALUE {'pk': 'f2'}`,
        `UPDATE "${table}" SET x = 1 WHERE pk = 'f4'`,
        `SELEC * FROM "${table}"`,
        `UPDATE "no-such-table" SET x = 1 WHERE pk = 'f5'`,
        `UPDATE "${table}" SET x = 1 WHERE n = 5`,
        `INSERT INTO "${table}" VALUE {'n': 1}`,
        { Statement: `INSERT INTO "${table}" VALUE {'pk': ?}`, Parameters: [{ SS: [] }] },
        `EXISTS(SELECT * FROM "${table}" WHERE pk = 'f1' AND n = 1)`,
        `INSERT INTO "${table}" VALUE {'pk': 'f6'}`,
      ),
      [
        failed('ConditionalCheckFailed', 'The conditional request failed', table),
        { TableName: table },
        failed('DuplicateItem', 'Duplicate primary key exists in table', table),
        failed('ConditionalCheckFailed', 'The conditional request failed', table),
        failed(
          'ValidationError',
          "Statement wasn't well formed, can't be processed: Expected data manipulation",
        ),
        failed('ResourceNotFound', 'Requested resource not found', 'no-such-table'),
        failed(
          'ValidationError',
          'Where clause does not contain a mandatory equality on all key attributes',
        ),
        failed(
          'ValidationError',
          'One or more parameter values were invalid: Missing the key pk in the item',
        ),
        failed(
          'ValidationError',
          'One or more parameter values were invalid: An string set  may not be empty',
        ),
        failed('ValidationError', 'EXISTS can only be used in ExecuteTransaction write requests.'),
        { TableName: table },
      ],
    )
    assert.deepEqual(await stored('f3'), { pk: S('f3') })
    assert.deepEqual(await stored('f6'), { pk: S('f6') })
    assert.deepEqual(await stored('f1'), { pk: S('f1'), n: N(1) })
  })

  it('names the table of a write that failed on the stored item', async () => {
    await seed({ pk: S('i'), s: S('text') })
    assert.deepEqual(await batch(`UPDATE "${table}" SET s = s + 1 WHERE pk = 'i'`), [
      failed(
        'ValidationError',
        'An operand in the update expression has an incorrect data type',
        table,
      ),
    ])
  })

  it('writes 25 items of two tables', async () => {
    const statements = Array.from({ length: 25 }, (_, i) =>
      i % 2 === 0
        ? `INSERT INTO "${table}" VALUE {'pk': 'many-${i}'}`
        : `INSERT INTO "${sorted}" VALUE {'pk': 'many', 'sk': '${i}'}`,
    )
    const responses = (await batch(...statements)) as readonly Json[]
    assert.deepEqual(
      responses.map(({ TableName }) => TableName),
      statements.map((_, i) => (i % 2 === 0 ? table : sorted)),
    )
    const { Count } = await client.ask('Query', {
      TableName: sorted,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('many') },
    })
    assert.equal(Count, 12)
  })
})
