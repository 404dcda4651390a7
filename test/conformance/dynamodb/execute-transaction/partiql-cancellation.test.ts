/**
 * Cancelled ExecuteTransaction requests: a reason for each statement, in order, and nothing is
 * written.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TransactionCanceledException, type ParameterizedStatement } from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { N, nested, padded, putAll, S, type Item } from '../../../support/items.js'
import {
  duplicateItem,
  refusal,
  statementsOf,
  valuesOf,
  type Member,
} from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const { transact, items } = statementsOf(client)
const there: Item = { pk: S('there'), sk: S('1'), n: N(1), s: S('x'), m: { M: {} } }
await putAll(client, table, [there])
const where = "WHERE pk = 'there' AND sk = '1'"
const fresh = `INSERT INTO "${table}" VALUE {'pk': 'fresh', 'sk': '1'}`
const update = (clauses: string, condition = where): string =>
  `UPDATE "${table}" ${clauses} ${condition}`

type Reason = Readonly<{ Code: string; Message?: string; Item?: Item }>
const none: Reason = { Code: 'None' }
const failed: Reason = { Code: 'ConditionalCheckFailed', Message: say.conditionFailed }
const fault = (Message: string): Reason => ({ Code: 'ValidationError', Message })
const notFound: Reason = { Code: 'ResourceNotFound', Message: say.resourceNotFound }

async function expectCancelled(
  members: readonly Member<ParameterizedStatement>[],
  reasons: readonly Reason[],
): Promise<void> {
  const error = await refusal(
    transact(members),
    say.cancelled(...reasons.map(({ Code }) => Code)),
    'TransactionCanceledException',
  )
  assert.ok(error instanceof TransactionCanceledException)
  assert.deepEqual(error.CancellationReasons, reasons)
  assert.deepEqual(await items(`SELECT * FROM "${table}" WHERE pk = 'fresh'`), [])
}

describe('ExecuteTransaction is cancelled by conditions', () => {
  it('each at its position', async () => {
    await expectCancelled(
      [
        fresh,
        update('SET n = 2', `${where} AND n = 9`),
        update('SET n = 2', "WHERE pk = 'nobody' AND sk = '1'"),
        `DELETE FROM "${table}" WHERE pk = 'none' AND sk = '1'`,
      ],
      [none, failed, failed, none],
    )
    await expectCancelled([`DELETE FROM "${table}" ${where} AND n = 9`, fresh], [failed, none])
  })

  it('and return the item on request', async () => {
    const asked = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
    await expectCancelled(
      [fresh, { Statement: update('SET n = 2', `${where} AND n = 9`), ...asked }],
      [none, { ...failed, Item: there }],
    )
    await expectCancelled(
      [
        { Statement: `EXISTS(SELECT * FROM "${table}" ${where} AND n = 9)`, ...asked },
        { Statement: update('SET n = 2', "WHERE pk = 'nobody' AND sk = '1'"), ...asked },
      ],
      [{ ...failed, Item: there }, failed],
    )
  })

  it('by an item that already exists', async () => {
    const taken = `INSERT INTO "${table}" VALUE {'pk': 'there', 'sk': '1'}`
    await expectCancelled([taken, fresh], [{ Code: 'DuplicateItem', Message: duplicateItem }, none])
  })
})

describe('ExecuteTransaction is cancelled by what it finds', () => {
  const path = 'The document path provided in the update expression is invalid for update'
  const type = 'An operand in the update expression has an incorrect data type'
  const missing = 'The provided expression refers to an attribute that does not exist in the item'
  const select = (condition: string): string => `SELECT * FROM "${table}" WHERE ${condition}`
  const rows: readonly (readonly [string, Member<ParameterizedStatement>, Reason])[] = [
    ['no table', `DELETE FROM "${newTableName()}" WHERE pk = 'x' AND sk = '1'`, notFound],
    ['half a key', update('SET n = 2', "WHERE pk = 'there'"), fault(say.keyMismatch)],
    [
      'a key of another type',
      update('SET n = 2', "WHERE pk = 1 AND sk = '1'"),
      fault(say.keyMismatch),
    ],
    ['a key twice', update('SET n = 2', `${where} AND sk = '2'`), fault(say.keyMismatch)],
    [
      'a key by a list',
      update('SET n = 2', "WHERE pk = 'there' AND sk IN ['1']"),
      fault(say.keyMismatch),
    ],
    [
      'an item without its key',
      `INSERT INTO "${table}" VALUE {'pk': 'x'}`,
      fault(say.invalid('Missing the key sk in the item')),
    ],
    ['a missing path', update('SET nowhere.b = 1'), fault(path)],
    ['an operand of another type', update('SET n = s + 1'), fault(type)],
    ['a missing attribute', update('SET n = nowhere'), fault(missing)],
    [
      'an item that grows beyond 400 KB',
      {
        Statement: update('SET filler = ?'),
        Parameters: valuesOf([padded({}, 409_600)['filler']!]),
      },
      fault(say.updatedItemTooBig),
    ],
  ]
  for (const [name, member, reason] of rows) {
    it(name, async () => expectCancelled([member, fresh], [reason, none]))
  }

  it('an item that gets too deep', async () => {
    const member = { Statement: update('SET m.x = ?'), Parameters: valuesOf([nested(31)]) }
    const error = await refusal(
      transact([member, fresh]),
      say.cancelled('ValidationError', 'None'),
      'TransactionCanceledException',
    )
    assert.ok(error instanceof TransactionCanceledException)
    // AWS: without the path that the sentence for a literal has.
    assert.match(
      error.CancellationReasons![0]!.Message!,
      /^Nesting Levels have exceeded supported limits/,
    )
    assert.doesNotMatch(error.CancellationReasons![0]!.Message!, /under root/)
  })

  it('an index key of another type', async () => {
    const statement = `INSERT INTO "${withIndexes}" VALUE {'pk': 'a', 'sk': 'b', 'global': 1}`
    await expectCancelled(
      [statement],
      [
        fault(
          say.invalid(
            'Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global',
          ),
        ),
      ],
    )
  })

  it('a read of a missing table', async () => {
    const statement = `SELECT * FROM "${newTableName()}" WHERE pk = 'a' AND sk = '1'`
    await expectCancelled([select("pk = 'a' AND sk = '1'"), statement], [none, notFound])
  })

  it('a read by a key of another type', async () => {
    await expectCancelled([select("pk = 1 AND sk = '1'")], [fault(say.keyMismatch)])
  })
})
