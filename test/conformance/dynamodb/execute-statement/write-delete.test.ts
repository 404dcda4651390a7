/** DELETE through ExecuteStatement: at most one item, found by its whole key. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExecuteStatementCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, padded, putAll, S, type Item } from '../../../support/items.js'
import { composite } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(composite('S', 'N'))

const execute = (Statement: string, more: Json = {}): Promise<Json> =>
  client.ask('ExecuteStatement', { Statement, ...more })
const refused = (Statement: string, message: string, more: Json = {}, type?: string) =>
  expectError(
    client.call('ExecuteStatement', { Statement, ...more }),
    type ?? 'ValidationException',
    message,
  )
const key = (sk: number): Item => ({ pk: S('p'), sk: N(sk) })
const where = (sk: number): string => `WHERE pk = 'p' AND sk = ${sk}`
const seed = (sk: number, more: Item = {}) => putAll(client, table, [{ ...key(sk), ...more }])
async function isStored(sk: number): Promise<boolean> {
  const request = { TableName: table, Key: key(sk), ConsistentRead: true }
  return (await client.ask('GetItem', request))['Item'] !== undefined
}

describe('a DELETE', () => {
  it('deletes an item and returns no items', async () => {
    await seed(1)
    const answer = await client.sdk.send(
      new ExecuteStatementCommand({
        Statement: `DELETE FROM "${table}" WHERE pk = ? AND sk = ?`,
        Parameters: [{ S: 'p' }, { N: '1' }],
      }),
    )
    assert.deepEqual(answer.Items, [])
    assert.equal(await isStored(1), false)
  })

  it('of a missing item succeeds, without evaluating its condition', async () => {
    assert.deepEqual((await execute(`DELETE FROM "${table}" ${where(2)}`))['Items'], [])
    const conditioned = await execute(`DELETE FROM "${table}" ${where(2)} AND n = 1`)
    assert.deepEqual(conditioned['Items'], [])
  })

  it('uses the rest of WHERE as its condition', async () => {
    await seed(3, { n: N(1) })
    const { body } = await refused(
      `DELETE FROM "${table}" ${where(3)} AND n > 1`,
      'The conditional request failed',
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'ConditionalCheckFailedException',
    )
    assert.deepEqual(body['Item'], { ...key(3), n: N(1) })
    assert.equal(await isStored(3), true)
    await execute(`DELETE FROM "${table}" ${where(3)} AND n = 1`)
    assert.equal(await isStored(3), false)
  })

  it('returns the deleted item', async () => {
    await seed(4, { n: N(1) })
    const statement = `DELETE FROM "${table}" ${where(4)} RETURNING ALL OLD *`
    assert.deepEqual((await execute(statement))['Items'], [{ ...key(4), n: N(1) }])
    assert.deepEqual((await execute(statement))['Items'], [])
  })

  it('returns nothing else', async () => {
    for (const returning of ['MODIFIED OLD', 'ALL NEW', 'MODIFIED NEW']) {
      await refused(
        `DELETE FROM "${table}" ${where(4)} RETURNING ${returning} *`,
        `Invalid returning clause: RETURNING ${returning} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
      )
    }
  })

  it('requires the whole key', async () => {
    const mandatory = 'Where clause does not contain a mandatory equality on all key attributes'
    await refused(`DELETE FROM "${table}" WHERE pk = 'p'`, mandatory)
    await refused(`DELETE FROM "${table}" WHERE sk = 1 AND pk <> 'p'`, mandatory)
    await refused(`DELETE FROM "${table}"`, mandatory)
  })

  it('is refused on an index', async () => {
    await refused(
      `DELETE FROM "${table}"."index" ${where(1)}`,
      'This operation is not supported on an index',
    )
  })

  it('costs the size of the item, and a unit if there was none', async () => {
    await putAll(client, table, [{ ...key(5), filler: padded({ pk: S('p') }, 2500)['filler']! }])
    const cost = async () => {
      const { ConsumedCapacity } = await execute(`DELETE FROM "${table}" ${where(5)}`, {
        ReturnConsumedCapacity: 'TOTAL',
      })
      return ConsumedCapacity
    }
    assert.deepEqual(await cost(), { TableName: table, CapacityUnits: 3 })
    assert.deepEqual(await cost(), { TableName: table, CapacityUnits: 1 })
  })
})

describe('EXISTS', () => {
  it('is not a statement', async () => {
    await refused(
      `EXISTS(SELECT * FROM "${table}" ${where(1)} AND n = 1)`,
      'EXISTS can only be used in ExecuteTransaction write requests.',
    )
  })
})
