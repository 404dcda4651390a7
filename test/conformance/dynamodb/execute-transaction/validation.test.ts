/** What refuses an ExecuteTransaction as a whole. */
import { describe } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { padded, S } from '../../../support/items.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])

const statements = (...texts: readonly (string | Json)[]): Json => ({
  TransactStatements: texts.map((each) => (typeof each === 'string' ? { Statement: each } : each)),
})
const inStatement = (i: number, sentence: string): string =>
  `Validation failed in TransactStatements[${i}]: ${sentence}`

const write = `DELETE FROM "${table}" WHERE pk = 'a'`
const read = `SELECT * FROM "${table}" WHERE pk = 'a'`
const update = `UPDATE "${table}" SET a = 1 WHERE pk = 'b'`
const keyWanted =
  'Select statements within ExecuteTransaction must specify the primary key in the where clause.'
const singleItem = 'EXISTS() must contain a single item read with additional condition'
const twice = 'Transaction request cannot include multiple operations on one item'
const malformed = "Statement wasn't well formed, can't be processed: "

const rows: readonly Refusal[] = [
  [
    'without statements',
    statements(),
    /'transactStatements' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
  ],
  [
    'with more than 100',
    statements(...Array.from({ length: 101 }, (_, i) => `SELECT * FROM t WHERE pk = ${i}`)),
    /Member must have length less than or equal to 100$/,
  ],
  [
    'if it mixes reads and writes',
    statements(read, update),
    'ExecuteTransaction API does not support both read and write operations in the same request.',
  ],
  [
    'if it mixes reads with EXISTS',
    statements(read, `EXISTS(SELECT * FROM "${table}" WHERE pk = 'b' AND n = 1)`),
    'ExecuteTransaction API does not support both read and write operations in the same request.',
  ],
  [
    'if a statement cannot be parsed',
    statements(write, 'SELEC * FROM t'),
    inStatement(1, `${malformed}Expected data manipulation`),
  ],
  [
    'for a RETURNING of an UPDATE',
    statements(`${update} RETURNING ALL NEW *`),
    inStatement(0, 'RETURNING clause is not supported in ExecuteTransaction.'),
  ],
  [
    'for a RETURNING of a DELETE',
    statements(update, `${write} RETURNING ALL OLD *`),
    inStatement(1, 'RETURNING clause is not supported in ExecuteTransaction.'),
  ],
  [
    'for a read of an index',
    statements(`SELECT * FROM "${withIndexes}"."by-global" WHERE "global" = 'g'`),
    inStatement(0, 'Reads on indices are not supported within transactions.'),
  ],
  [
    'for a write on an index',
    statements(`UPDATE "${withIndexes}"."by-global" SET a = 1 WHERE "global" = 'g'`),
    inStatement(0, 'This operation is not supported on an index'),
  ],
  [
    'for a read without the whole key',
    statements(read, `SELECT * FROM "${withIndexes}" WHERE pk = 'a'`),
    inStatement(1, keyWanted),
  ],
  [
    'for a read whose branches overlap',
    statements(`SELECT * FROM "${table}" WHERE pk = 'a' OR pk = 'a'`),
    inStatement(0, 'Overlapping conditions with range keys are not supported in where clause'),
  ],
  [
    'for a read that could find several items',
    statements(`SELECT * FROM "${table}" WHERE pk IN ['a', 'b']`),
    inStatement(0, keyWanted),
  ],
  [
    'for a read with a further condition',
    statements(`${read} AND n = 1`),
    inStatement(0, keyWanted),
  ],
  [
    'for a read without the whole key, rather than for a missing table',
    statements(`SELECT * FROM "no-such-table" WHERE pk = 'a'`, `SELECT * FROM "${table}"`),
    inStatement(1, keyWanted),
  ],
  [
    'for an EXISTS without a further condition',
    statements(write, `EXISTS(SELECT * FROM "${table}" WHERE pk = 'b')`),
    inStatement(1, singleItem),
  ],
  [
    'for an EXISTS without the whole key',
    statements(write, `EXISTS(SELECT * FROM "${table}" WHERE pk IN ['b'] AND n = 1)`),
    inStatement(1, singleItem),
  ],
  [
    'for an item that is too large',
    statements({
      Statement: `INSERT INTO "${table}" VALUE {'pk': 'a', 'filler': ?}`,
      Parameters: [padded({ pk: S('a') }, 409_601)['filler']],
    }),
    inStatement(0, 'Item size has exceeded the maximum allowed size'),
  ],
  [
    'for a parameter, without the place of its statement',
    statements(write, { Statement: update, Parameters: [{ NS: [] }] }),
    'One or more parameter values were invalid: An number set  may not be empty',
  ],
  [
    'for a parameter before any statement is read',
    statements('SELEC * FROM t', { Statement: update, Parameters: [{}] }),
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
  ],
  ['if it writes an item twice', statements(write, update, write), twice],
  ['if it reads an item twice', statements(read, read), twice],
  [
    'if it checks an item that it writes',
    statements(update, `EXISTS(SELECT * FROM "${table}" WHERE pk = 'b' AND n = 1)`),
    twice,
  ],
]

describe('an ExecuteTransaction is refused', () => {
  checkRefusals(client, 'ExecuteTransaction', {}, rows)
})
