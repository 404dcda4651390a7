/** DELETE: one item by its whole key, if it exists and meets the rest of the condition. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { N, putAll, S } from '../../../support/items.js'
import {
  checkRefused,
  existsOutside,
  malformed,
  mandatoryKey,
  refusal,
  statementsOf,
} from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const statements = statementsOf(client)
const { items, run } = statements
const item = { pk: S('p'), sk: S('1'), n: N(1), m: { M: { a: S('x') } } }
const where = "WHERE pk = 'p' AND sk = '1'"
const failed = 'ConditionalCheckFailedException'
const put = (): Promise<void> => putAll(client, table, [item])
const left = async (): Promise<number> => (await items(`SELECT * FROM "${table}" ${where}`)).length

describe('DELETE', () => {
  it('deletes an item and returns no items', async () => {
    await put()
    assert.deepEqual(await items(`DELETE FROM "${table}" ${where}`), [])
    assert.equal(await left(), 0)
  })

  it('takes parameters', async () => {
    await put()
    await run(`delete from "${table}" where sk = ? and pk = ?`, [S('1'), S('p')])
    assert.equal(await left(), 0)
  })

  it('of a missing item succeeds, whatever its condition', async () => {
    const nobody = "WHERE pk = 'nobody' AND sk = '1'"
    assert.deepEqual(await items(`DELETE FROM "${table}" ${nobody}`), [])
    assert.deepEqual(await items(`DELETE FROM "${table}" ${nobody} AND n = 1`), [])
    assert.deepEqual(await items(`DELETE FROM "${table}" ${nobody} AND attribute_exists(n)`), [])
    assert.deepEqual(await items(`DELETE FROM "${table}" ${nobody} RETURNING ALL OLD *`), [])
  })

  it('returns the item on request', async () => {
    await put()
    assert.deepEqual(await items(`DELETE FROM "${table}" ${where} RETURNING ALL OLD *`), [item])
    assert.equal(await left(), 0)
  })

  it('obeys its condition', async () => {
    await put()
    for (const condition of ['n = 2', 'attribute_not_exists(n)', "m.a <> 'x'", 'n IN [2, 3]']) {
      const statement = `DELETE FROM "${table}" ${where} AND ${condition}`
      await refusal(run(statement), say.conditionFailed, failed)
    }
    assert.equal(await left(), 1)
    await run(`DELETE FROM "${table}" ${where} AND n = 1 AND m.a = 'x'`)
    assert.equal(await left(), 0)
  })

  it('returns the item that failed its condition, on request', async () => {
    await put()
    const options = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
    const refused = run(`DELETE FROM "${table}" ${where} AND n = 2`, undefined, options)
    const error = await refusal(refused, say.conditionFailed, failed)
    assert.ok(error instanceof ConditionalCheckFailedException)
    assert.deepEqual(error.Item, item)
  })

  const returning = (what: string): string =>
    `Invalid returning clause: RETURNING ${what} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`
  checkRefused(statements, [
    ['needs the whole key', `DELETE FROM "${table}" WHERE pk = 'p'`, mandatoryKey],
    ['needs an equal key', `DELETE FROM "${table}" WHERE pk = 'p' AND sk >= '1'`, mandatoryKey],
    [
      'accepts no list of keys',
      `DELETE FROM "${table}" WHERE pk IN ['p'] AND sk = '1'`,
      mandatoryKey,
    ],
    ['accepts no alternative to its key', `DELETE FROM "${table}" ${where} OR n = 1`, mandatoryKey],
    // AWS: not certain.
    ['needs a condition', `DELETE FROM "${table}"`, /./],
    [
      'accepts one value of a key',
      `DELETE FROM "${table}" ${where} AND pk = 'q'`,
      'Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported',
    ],
    [
      'accepts no index',
      `DELETE FROM "${withIndexes}"."by-global" ${where}`,
      'This operation is not supported on an index',
    ],
    [
      'needs an existing table',
      `DELETE FROM "${newTableName()}" ${where}`,
      say.resourceNotFound,
      undefined,
      'ResourceNotFoundException',
    ],
    ['accepts no alias', `DELETE FROM "${table}" t ${where}`, 'Aliasing is not supported'],
    [
      'accepts no ORDER BY',
      `DELETE FROM "${table}" ${where} ORDER BY pk`,
      malformed('Unexpected token after expression'),
    ],
    [
      'accepts nothing after it',
      `DELETE FROM "${table}" ${where} foo`,
      malformed('Unexpected token after expression'),
    ],
    ...['ALL NEW', 'MODIFIED OLD', 'MODIFIED NEW'].map(
      (what) =>
        [
          `does not return ${what}`,
          `DELETE FROM "${table}" ${where} RETURNING ${what} *`,
          returning(what),
        ] as const,
    ),
    ['returns nothing but *', `DELETE FROM "${table}" ${where} RETURNING ALL OLD n`, /./],
  ])
})

describe('EXISTS', () => {
  checkRefused(statements, [
    ['is for transactions', `EXISTS(SELECT * FROM "${table}" ${where} AND n = 1)`, existsOutside],
  ])
})
