/** BatchExecuteStatement: independent members, each with its answer or its error. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import {
  batchNeedsKey,
  duplicateItem,
  existsOutside,
  malformed,
  mandatoryKey,
  parameterCount,
  statementsOf,
  valuesOf,
} from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(indexed),
])
const statements = statementsOf(client)
const { batch } = statements
const one: Item = { pk: S('one'), n: N(1) }
const two: Item = { pk: S('two'), n: N(2), m: { M: { a: S('x') } } }
const pair: Item = { pk: S('p'), sk: S('1'), v: S('pair') }
const fresh = async (): Promise<void> => {
  await putAll(client, table, [one, two])
  await putAll(client, other, [pair])
}
const select = (pk: string, what = '*'): string =>
  `SELECT ${what} FROM "${table}" WHERE pk = '${pk}'`
const fault = (Code: string, Message: string, TableName?: string) => ({
  ...(TableName === undefined ? {} : { TableName }),
  Error: { Code, Message },
})
const invalid = (Message: string, TableName?: string) =>
  fault('ValidationError', Message, TableName)
const done = { TableName: table }

describe('a batch of reads', () => {
  it('answers in the order of its members, over several tables', async () => {
    await fresh()
    const { Responses } = await batch([
      select('two'),
      `SELECT v FROM "${other}" WHERE pk = 'p' AND sk = '1'`,
      select('nobody'),
      select('one', 'n, nowhere'),
    ])
    assert.deepEqual(Responses, [
      { TableName: table, Item: two },
      { TableName: other, Item: { v: S('pair') } },
      { TableName: table },
      { TableName: table, Item: { n: N(1) } },
    ])
  })

  it('accepts parameters, and a key as a list of one', async () => {
    await fresh()
    const { Responses } = await batch([
      { Statement: `SELECT * FROM "${table}" WHERE pk = ?`, Parameters: valuesOf([S('one')]) },
      `SELECT * FROM "${table}" WHERE pk IN ['two']`,
    ])
    assert.deepEqual(Responses, [
      { TableName: table, Item: one },
      { TableName: table, Item: two },
    ])
  })

  it('takes 25', async () => {
    await fresh()
    const { Responses } = await batch(Array.from({ length: 25 }, (_, n) => select(`key-${n}`)))
    assert.equal(Responses?.length, 25)
  })

  const notOne: readonly (readonly [string, string])[] = [
    ['another attribute', `SELECT * FROM "${table}" WHERE n = 1`],
    ['half a key', `SELECT * FROM "${other}" WHERE pk = 'p'`],
    ['a range', `SELECT * FROM "${other}" WHERE pk = 'p' AND sk > '0'`],
    ['two keys', `SELECT * FROM "${table}" WHERE pk IN ['one', 'two']`],
    ['a key and more', `SELECT * FROM "${table}" WHERE pk = 'one' AND n = 1`],
    ['a key and a function', `SELECT * FROM "${table}" WHERE pk = 'one' AND attribute_exists(n)`],
    ['no condition', `SELECT * FROM "${table}"`],
    ['an index', `SELECT * FROM "${withIndexes}"."by-global" WHERE "global" = 'g'`],
    [
      'an index by every key',
      `SELECT * FROM "${withIndexes}"."by-global" WHERE pk = 'p' AND sk = '1' AND "global" = 'g'`,
    ],
  ]
  for (const [name, statement] of notOne) {
    it(`refuses a member that reads by ${name}, and no other`, async () => {
      await fresh()
      const { Responses } = await batch([statement, select('two', 'pk')])
      assert.deepEqual(Responses, [
        invalid(batchNeedsKey),
        { TableName: table, Item: { pk: S('two') } },
      ])
    })
  }
})

describe('a batch of writes', () => {
  it('inserts, updates and deletes', async () => {
    await fresh()
    await client.ask('DeleteItem', { TableName: table, Key: { pk: S('new') } })
    const { Responses } = await batch([
      `INSERT INTO "${table}" VALUE {'pk': 'new'}`,
      { Statement: `UPDATE "${table}" SET n = ? WHERE pk = 'one'`, Parameters: valuesOf([N(7)]) },
      `DELETE FROM "${table}" WHERE pk = 'two'`,
    ])
    assert.deepEqual(Responses, [done, done, done])
    assert.deepEqual(await statements.items(select('new')), [{ pk: S('new') }])
    assert.deepEqual(await statements.items(select('one')), [{ pk: S('one'), n: N(7) }])
    assert.deepEqual(await statements.items(select('two')), [])
  })

  it('returns what members request', async () => {
    await fresh()
    const returned = async (statement: string): Promise<unknown> =>
      (await batch([statement])).Responses
    const update = (clause: string, what: string): Promise<unknown> =>
      returned(`UPDATE "${table}" ${clause} WHERE pk = 'one' RETURNING ${what} *`)
    assert.deepEqual(await update('SET n = 5', 'ALL NEW'), [
      { ...done, Item: { pk: S('one'), n: N(5) } },
    ])
    assert.deepEqual(await update('SET n = 6', 'MODIFIED OLD'), [{ ...done, Item: { n: N(5) } }])
    assert.deepEqual(await update('REMOVE n', 'MODIFIED NEW'), [done])
    const remove = `DELETE FROM "${table}" WHERE pk = 'two' RETURNING ALL OLD *`
    assert.deepEqual(await returned(remove), [{ ...done, Item: two }])
    assert.deepEqual(await returned(remove), [done])
  })

  it('reports each failure by its code, and continues', async () => {
    await fresh()
    const missing = newTableName()
    const { Responses, $metadata } = await batch([
      `INSERT INTO "${table}" VALUE {'pk': 'one'}`,
      `UPDATE "${table}" SET n = 9 WHERE pk = 'two' AND n = 1`,
      `UPDATE "${table}" SET n = 9 WHERE pk = 'nobody'`,
      `DELETE FROM "${missing}" WHERE pk = 'x'`,
      `DELETE FROM "${other}" WHERE pk = 'p' AND sk = '1'`,
    ])
    assert.equal($metadata.httpStatusCode, 200)
    assert.deepEqual(Responses, [
      fault('DuplicateItem', duplicateItem, table),
      fault('ConditionalCheckFailed', say.conditionFailed, table),
      fault('ConditionalCheckFailed', say.conditionFailed, table),
      fault('ResourceNotFound', say.resourceNotFound, missing),
      { TableName: other },
    ])
  })

  it('accepts ReturnValuesOnConditionCheckFailure, but does not return the item', async () => {
    await fresh()
    const { Responses } = await batch([
      {
        Statement: `UPDATE "${table}" SET n = 9 WHERE pk = 'one' AND n = 2`,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    ])
    assert.deepEqual(Responses, [fault('ConditionalCheckFailed', say.conditionFailed, table)])
  })
})

describe('a member of a batch is refused alone', () => {
  const update = (clauses: string, where = "WHERE pk = 'one'"): string =>
    `UPDATE "${table}" ${clauses} ${where}`
  const wrongType = 'An operand in the update expression has an incorrect data type'
  type Row = readonly [name: string, member: Parameters<typeof batch>[0][number], answer: object]
  const rows: readonly Row[] = [
    [
      'text that is not a statement',
      `SLECT * FROM "${table}" WHERE pk = 'one'`,
      invalid(malformed('Expected data manipulation')),
    ],
    [
      'a parameter that is not a number',
      { Statement: update('SET n = ?'), Parameters: valuesOf([N('abc')]) },
      invalid(say.notANumber('abc')),
    ],
    [
      'a parameter too few',
      { Statement: update('SET n = ?', 'WHERE pk = ?'), Parameters: valuesOf([N(1)]) },
      invalid(parameterCount),
    ],
    ['half a key', `DELETE FROM "${other}" WHERE pk = 'p'`, invalid(mandatoryKey)],
    [
      'EXISTS',
      `EXISTS(SELECT * FROM "${table}" WHERE pk = 'one' AND n = 1)`,
      invalid(existsOutside),
    ],
    [
      'RETURNING of a DELETE',
      `DELETE FROM "${table}" WHERE pk = 'one' RETURNING MODIFIED OLD *`,
      invalid(
        'Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.',
      ),
    ],
    [
      'an index',
      `UPDATE "${withIndexes}"."by-global" SET n = 1 WHERE pk = 'p' AND sk = '1'`,
      invalid('This operation is not supported on an index'),
    ],
    [
      'a sum with text, as the item has it',
      update('SET m = m + 1', "WHERE pk = 'two'"),
      invalid(wrongType, table),
    ],
  ]
  for (const [name, member, answer] of rows) {
    it(name, async () => {
      await fresh()
      const healthy = `DELETE FROM "${other}" WHERE pk = 'nobody' AND sk = '1'`
      const { Responses } = await batch([member, healthy])
      assert.deepEqual(Responses, [answer, { TableName: other }])
    })
  }
})
