/** Why an ExecuteTransaction is canceled: one reason for each statement. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExecuteTransactionCommand, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, putAll, S } from '../../../support/items.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
await putAll(client, table, [
  { pk: S('p'), sk: S('1'), n: N(1), s: S('text') },
  { pk: S('p'), sk: S('2'), n: N(2) },
])

const none: Json = { Code: 'None' }
const reason = (Code: string, Message: string, more: Json = {}): Json => ({
  Code,
  Message,
  ...more,
})
const conditionFailed = reason('ConditionalCheckFailed', 'The conditional request failed')
const duplicate = reason('DuplicateItem', 'Duplicate primary key exists in table')
const keyMismatch = reason('ValidationError', 'The provided key element does not match the schema')
const notFound = reason('ResourceNotFound', 'Requested resource not found')

/** Adds one test: the statements are canceled for these reasons. */
function canceled(
  name: string,
  statements: readonly (string | Json)[],
  reasons: readonly Json[],
): void {
  it(name, async () => {
    const TransactStatements = statements.map((each) =>
      typeof each === 'string' ? { Statement: each } : each,
    )
    const codes = reasons.map(({ Code }) => Code).join(', ')
    const { body } = await expectError(
      client.call('ExecuteTransaction', { TransactStatements }),
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    )
    assert.deepEqual(body['CancellationReasons'], reasons)
  })
}

const fine = `DELETE FROM "${table}" WHERE pk = 'fine' AND sk = 'fine'`
const update = (where: string): string => `UPDATE "${table}" SET x = 1 WHERE ${where}`
const exists = (where: string): string => `EXISTS(SELECT * FROM "${table}" WHERE ${where})`

describe('an ExecuteTransaction is canceled', () => {
  canceled(
    'for every condition that fails',
    [
      update(`pk = 'p' AND sk = '1' AND n = 2`),
      fine,
      update(`pk = 'p' AND sk = 'absent'`),
      `DELETE FROM "${table}" WHERE pk = 'p' AND sk = '2' AND n = 1`,
    ],
    [conditionFailed, none, conditionFailed, conditionFailed],
  )
  canceled(
    'for an INSERT of an existing item',
    [fine, `INSERT INTO "${table}" VALUE {'pk': 'p', 'sk': '1'}`],
    [none, duplicate],
  )
  canceled(
    'for an EXISTS that does not hold',
    [exists(`pk = 'p' AND sk = '1' AND n = 2`), exists(`pk = 'p' AND sk = '2' AND n = 2`), fine],
    [conditionFailed, none, none],
  )
  canceled(
    'for an EXISTS of a missing item',
    [exists(`pk = 'p' AND sk = 'absent' AND n IS MISSING`), fine],
    [conditionFailed, none],
  )
  canceled(
    'for an EXISTS whose key has two values, of which the second is a condition',
    [exists(`pk = 'p' AND sk = '1' AND sk = '2'`), fine],
    [conditionFailed, none],
  )
  canceled(
    'for a missing table',
    [fine, `INSERT INTO "no-such-table" VALUE {'pk': 'a'}`],
    [none, notFound],
  )
  canceled(
    'for a read in a missing table',
    [`SELECT * FROM "no-such-table" WHERE pk = 'a'`],
    [notFound],
  )
  for (const [name, where] of [
    ['incomplete', `pk = 'p'`],
    ['mistyped', `pk = 'p' AND sk = 1`],
    ['doubled', `pk = 'p' AND sk = '1' AND sk = '2'`],
    ['given by IN', `pk = 'p' AND sk IN ['1']`],
  ] as const) {
    canceled(`for a key that is ${name}`, [fine, update(where)], [none, keyMismatch])
  }
  canceled(
    'for a key that is mistyped in a read',
    [
      `SELECT * FROM "${table}" WHERE pk = 'p' AND sk = '1'`,
      `SELECT * FROM "${table}" WHERE pk = 'p' AND sk = 1`,
    ],
    [none, keyMismatch],
  )
  canceled(
    'for a key that is mistyped in an EXISTS',
    [exists(`pk = 'p' AND sk = 1 AND n = 1`), fine],
    [keyMismatch, none],
  )
  canceled(
    'for an INSERT without a key attribute',
    [`INSERT INTO "${table}" VALUE {'pk': 'a'}`, fine],
    [
      reason(
        'ValidationError',
        'One or more parameter values were invalid: Missing the key sk in the item',
      ),
      none,
    ],
  )
  canceled(
    'for an index key of the wrong type',
    [`INSERT INTO "${withIndexes}" VALUE {'pk': 'a', 'sk': 'b', 'global': 1}`],
    [
      reason(
        'ValidationError',
        'One or more parameter values were invalid: Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global',
      ),
    ],
  )
  canceled(
    'for an update that does not fit the stored item',
    [`UPDATE "${table}" SET s = s + 1 WHERE pk = 'p' AND sk = '1'`, fine],
    [
      reason('ValidationError', 'An operand in the update expression has an incorrect data type'),
      none,
    ],
  )
  canceled(
    'for a faulty statement rather than refused for an item named twice',
    [fine, fine, update(`pk = 'p'`)],
    [none, none, keyMismatch],
  )
  canceled(
    'with the items that failed their conditions, if requested',
    [
      {
        Statement: update(`pk = 'p' AND sk = '2' AND n = 1`),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
      {
        Statement: update(`pk = 'p' AND sk = '1' AND n = 2`),
        ReturnValuesOnConditionCheckFailure: 'NONE',
      },
      {
        Statement: update(`pk = 'p' AND sk = 'absent'`),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    ],
    [
      { ...conditionFailed, Item: { pk: S('p'), sk: S('2'), n: N(2) } },
      conditionFailed,
      conditionFailed,
    ],
  )

  it('and the SDK throws an exception with reasons', async () => {
    const statement = `INSERT INTO "${table}" VALUE {'pk': 'p', 'sk': '1'}`
    const command = new ExecuteTransactionCommand({
      TransactStatements: [{ Statement: statement }],
    })
    await assert.rejects(client.sdk.send(command), (error) => {
      assert.ok(error instanceof TransactionCanceledException)
      assert.deepEqual(error.CancellationReasons, [duplicate])
      return true
    })
  })
})
