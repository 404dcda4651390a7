/** UPDATE through ExecuteStatement: one existing item, found by its whole key. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionalCheckFailedException, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, padded, putAll, S, type Item } from '../../../support/items.js'
import { indexed } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(indexed)

const execute = (Statement: string, more: Json = {}): Promise<Json> =>
  client.ask('ExecuteStatement', { Statement, ...more })
const refused = (Statement: string, message: string, more: Json = {}, type?: string) =>
  expectError(
    client.call('ExecuteStatement', { Statement, ...more }),
    type ?? 'ValidationException',
    message,
  )
const conditionFailed = (Statement: string, more: Json = {}) =>
  refused(Statement, 'The conditional request failed', more, 'ConditionalCheckFailedException')

const key = (sk: string): Item => ({ pk: S('p'), sk: S(sk) })
const where = (sk: string): string => `WHERE pk = 'p' AND sk = '${sk}'`
const seed = (sk: string, more: Item = {}) => putAll(client, table, [{ ...key(sk), ...more }])
async function stored(sk: string): Promise<unknown> {
  const request = { TableName: table, Key: key(sk), ConsistentRead: true }
  return (await client.ask('GetItem', request))['Item']
}

describe('an UPDATE', () => {
  it('sets and removes, in any number of clauses, from the item as it was', async () => {
    await seed('mix', { a: N(1), b: N(2), c: S('c'), d: S('d') })
    const answer = await client.sdk.send(
      new ExecuteStatementCommand({
        Statement: `UPDATE "${table}" SET a = b REMOVE c SET b = a + ?, e = 'new' REMOVE d ${where('mix')}`,
        Parameters: [{ N: '10' }],
      }),
    )
    assert.deepEqual(answer.Items, [])
    assert.deepEqual(await stored('mix'), { ...key('mix'), a: N(2), b: N(11), e: S('new') })
  })

  it('appends to lists, adds to sets and deletes from them', async () => {
    await seed('sets', { l: { L: [S('a')] }, gone: { SS: ['x'] }, less: { NS: ['1', '2'] } })
    await execute(
      `UPDATE "${table}" SET l = list_append(l, ?), made = set_add(made, <<1>>) ` +
        `SET gone = set_delete(gone, <<'x'>>), less = set_delete(less, <<2>>) ${where('sets')}`,
      { Parameters: [{ L: [S('b')] }] },
    )
    assert.deepEqual(await stored('sets'), {
      ...key('sets'),
      l: { L: [S('a'), S('b')] },
      made: { NS: ['1'] },
      less: { NS: ['1'] },
    })
  })

  it('appends if a position is past the end', async () => {
    await seed('end', { l: { L: [S('a')] } })
    await execute(`UPDATE "${table}" SET l[9] = 'b' ${where('end')}`)
    assert.deepEqual(await stored('end'), { ...key('end'), l: { L: [S('a'), S('b')] } })
  })

  it('never creates an item', async () => {
    await conditionFailed(`UPDATE "${table}" SET a = 1 ${where('absent')}`)
    await conditionFailed(`UPDATE "${table}" SET a = 1 ${where('absent')} AND a IS MISSING`)
    await conditionFailed(`UPDATE "${table}" REMOVE a ${where('absent')}`)
    assert.equal(await stored('absent'), undefined)
  })

  it('uses the rest of WHERE as its condition', async () => {
    await seed('cond', { n: N(5) })
    await execute(`UPDATE "${table}" SET n = n + 1 ${where('cond')} AND (n = 5 OR n = 7)`)
    await conditionFailed(`UPDATE "${table}" SET n = n + 1 ${where('cond')} AND n = 5`)
    await conditionFailed(`UPDATE "${table}" SET n = n + 1 ${where('cond')} AND absent <> 1`)
    assert.deepEqual(await stored('cond'), { ...key('cond'), n: N(6) })
  })

  it('returns the item that failed the condition, on request', async () => {
    await seed('shown', { n: N(5) })
    const statement = {
      Statement: `UPDATE "${table}" SET n = 0 ${where('shown')} AND n > 5`,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const
    await assert.rejects(client.sdk.send(new ExecuteStatementCommand(statement)), (error) => {
      assert.ok(error instanceof ConditionalCheckFailedException)
      assert.deepEqual(error.Item, { pk: { S: 'p' }, sk: { S: 'shown' }, n: { N: '5' } })
      return true
    })
    const { body } = await conditionFailed(statement.Statement)
    assert.equal(body['Item'], undefined)
  })
})

describe('the key of an UPDATE', () => {
  const mandatory = 'Where clause does not contain a mandatory equality on all key attributes'

  it('is set by equalities at the top level, in parentheses or not, on either side', async () => {
    await seed('found', { n: N(0) })
    await execute(`UPDATE "${table}" SET n = 1 WHERE (sk = 'found' AND (n = 0)) AND ('p' = pk)`)
    assert.deepEqual(await stored('found'), { ...key('found'), n: N(1) })
  })

  it('must be whole', async () => {
    await refused(`UPDATE "${table}" SET n = 1 WHERE pk = 'p'`, mandatory)
    await refused(`UPDATE "${table}" SET n = 1 WHERE pk = 'p' AND sk IN ['a']`, mandatory)
    await refused(`UPDATE "${table}" SET n = 1 WHERE pk = 'p' AND sk >= 'a'`, mandatory)
    await refused(`UPDATE "${table}" SET n = 1 WHERE pk = 'p' OR sk = 'a'`, mandatory)
    await refused(`UPDATE "${table}" SET n = 1 WHERE pk = 'p' AND NOT sk = 'a'`, mandatory)
  })

  it('has one value', async () => {
    await seed('same', { n: N(0) })
    await execute(`UPDATE "${table}" SET n = 1 ${where('same')} AND sk = 'same'`)
    await refused(
      `UPDATE "${table}" SET n = 1 ${where('same')} AND sk = 'other'`,
      'Multiple conditions on same key sk. Only single item Update/Insert/Delete are supported',
    )
  })

  it('has the types of the table', async () => {
    await refused(
      `UPDATE "${table}" SET n = 1 WHERE pk = 'p' AND sk = 1`,
      "Key attribute's data type should match its data type in table's schema: Key sk",
    )
    await refused(
      `UPDATE "${table}" SET n = 1 WHERE pk = <<'p'>> AND sk = 'a'`,
      'Key value must be of type S, N, or B. Key name: pk, Key type: SS',
    )
    await refused(
      `UPDATE "${table}" SET n = 1 WHERE pk = '' AND sk = 'a'`,
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    )
  })

  it('cannot be changed', async () => {
    await refused(
      `UPDATE "${table}" SET sk = 'b' ${where('a')}`,
      'One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key',
    )
  })
})

describe('an UPDATE is refused', () => {
  it('on an index, before the table is looked up', async () => {
    await refused(
      `UPDATE "no-such-table"."index" SET n = 1 WHERE pk = 'p'`,
      'This operation is not supported on an index',
    )
  })

  it('without a table', async () => {
    const statement = `UPDATE "no-such-table" SET n = 1 WHERE pk = 'p'`
    await refused(statement, 'Requested resource not found', {}, 'ResourceNotFoundException')
  })

  it('if the stored item does not fit', async () => {
    await seed('types', { s: S('text'), l: { L: [] } })
    await refused(
      `UPDATE "${table}" SET s = s + 1 ${where('types')}`,
      'An operand in the update expression has an incorrect data type',
    )
    await refused(
      `UPDATE "${table}" SET n = n + 1 ${where('types')}`,
      'The provided expression refers to an attribute that does not exist in the item',
    )
    await refused(
      `UPDATE "${table}" SET s.x = 1 ${where('types')}`,
      'The document path provided in the update expression is invalid for update',
    )
    await refused(
      `UPDATE "${table}" SET s = set_add(s, <<'a'>>) ${where('types')}`,
      'An operand in the update expression has an incorrect data type',
    )
  })

  it('only by the size of the resulting item', async () => {
    await seed('big')
    const fill = (bytes: number) => [padded(key('big'), bytes)['filler']!]
    const statement = `UPDATE "${table}" SET filler = ? ${where('big')}`
    await execute(statement, { Parameters: fill(409_600) })
    await refused(statement, 'Item size to update has exceeded the maximum allowed size', {
      Parameters: fill(409_601),
    })
  })
})

describe('RETURNING', () => {
  const before = { a: N(1), m: { M: { x: N(1), y: N(2) } }, l: { L: [S('0'), S('1'), S('2')] } }
  const update = async (sk: string, changes: string, returning: string) => {
    await seed(sk, before)
    const { Items } = await execute(
      `UPDATE "${table}" ${changes} ${where(sk)} RETURNING ${returning} *`,
    )
    return Items
  }

  it('ALL shows the whole item as it was or is', async () => {
    assert.deepEqual(await update('all', 'SET a = 2', 'ALL OLD'), [{ ...key('all'), ...before }])
    assert.deepEqual(await update('all', 'SET a = 2', 'ALL NEW'), [
      { ...key('all'), ...before, a: N(2) },
    ])
  })

  it('MODIFIED shows the modified attributes, without the key', async () => {
    const changes = `SET a = 2, m.x = 5 REMOVE l[1]`
    assert.deepEqual(await update('part', changes, 'MODIFIED OLD'), [
      { a: N(1), m: { M: { x: N(1) } }, l: { L: [S('1')] } },
    ])
    // AWS: the element that moved into the position of a removed one is shown.
    assert.deepEqual(await update('part', changes, 'MODIFIED NEW'), [
      { a: N(2), m: { M: { x: N(5) } }, l: { L: [S('2')] } },
    ])
  })

  it('MODIFIED shows nothing if nothing is left', async () => {
    assert.deepEqual(await update('none', 'SET fresh = 1', 'MODIFIED OLD'), [])
    assert.deepEqual(await update('none', 'REMOVE a', 'MODIFIED NEW'), [])
  })
})

describe('an UPDATE costs', () => {
  it('the larger of the two items, and the indexes it changes', async () => {
    await putAll(client, table, [padded({ ...key('cost'), global: S('g') }, 2000)])
    const { ConsumedCapacity } = await execute(
      `UPDATE "${table}" SET "global" = 'h' REMOVE filler ${where('cost')}`,
      { ReturnConsumedCapacity: 'INDEXES' },
    )
    assert.deepEqual(ConsumedCapacity, {
      TableName: table,
      CapacityUnits: 5,
      Table: { CapacityUnits: 2 },
      GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 3 } },
    })
  })

  it('what UpdateItem costs for the same change', async () => {
    const item = padded({ ...key('same-cost'), local: S('l'), global: S('g') }, 3000)
    await putAll(client, table, [item])
    const ReturnConsumedCapacity = 'INDEXES'
    const stated = await execute(`UPDATE "${table}" SET "local" = 'k' ${where('same-cost')}`, {
      ReturnConsumedCapacity,
    })
    await putAll(client, table, [item])
    const native = await client.ask('UpdateItem', {
      TableName: table,
      Key: key('same-cost'),
      UpdateExpression: 'SET #l = :k',
      ExpressionAttributeNames: { '#l': 'local' },
      ExpressionAttributeValues: { ':k': S('k') },
      ReturnConsumedCapacity,
    })
    assert.deepEqual(stated['ConsumedCapacity'], native['ConsumedCapacity'])
  })
})
