/** SELECTs that are refused, in AWS's words, and which fault is reported if there are several. */
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, S, type Value } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(projected),
])
const unknown = newTableName()

function check(
  Statement: string,
  message: string,
  more: Json = {},
  type = 'ValidationException',
): void {
  const shown = Statement.replaceAll(table, 'T').replaceAll(withIndexes, 'I').slice(0, 100)
  it(`${shown} ${JSON.stringify(more)}`, async () => {
    await expectError(client.call('ExecuteStatement', { Statement, ...more }), type, message)
  })
}

const where = (condition: string, message: string, parameters?: readonly Value[]): void =>
  check(`SELECT * FROM "${table}" WHERE ${condition}`, message, {
    ...(parameters && { Parameters: parameters }),
  })

const overlapping = 'Overlapping conditions with range keys are not supported in where clause'
const tooMany = 'Too many decomposed read operations for a given query.'
const mismatch = (name: string): string =>
  `Key attribute's data type should match its data type in table's schema: Key ${name}`
const noTable = ['Requested resource not found', {}, 'ResourceNotFoundException'] as const
const list = (count: number): string => Array.from({ length: count }, (_, n) => `'${n}'`).join(',')

describe('the request of a SELECT', () => {
  check(
    `SELECT * FROM "${table}"`,
    "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    { Limit: 0 },
  )
  check(
    '',
    "1 validation error detected: Value '' at 'statement' failed to satisfy constraint: Member must have length greater than or equal to 1",
  )
  check(
    `SELECT * FROM "${table}"`,
    "1 validation error detected: Value '[]' at 'parameters' failed to satisfy constraint: Member must have length greater than or equal to 1",
    { Parameters: [] },
  )
  check(`EXISTS(SELECT * FROM "${table}" WHERE pk = 'a' AND sk = 'b' AND v = 1)`, existsOutside())
})

function existsOutside(): string {
  return 'EXISTS can only be used in ExecuteTransaction write requests.'
}

describe('the source of a SELECT', () => {
  check(`SELECT * FROM "${unknown}"`, ...noTable)
  check(`SELECT * FROM "${unknown}"."index" WHERE pk = 1`, ...noTable)
  check(`SELECT * FROM "${'n'.repeat(8000)}"`, ...noTable)
  check(
    `SELECT * FROM "arn:aws:dynamodb:us-east-1:123456789012:table/${table}"`,
    'Access is denied',
    {},
    'AccessDeniedException',
  )
  const index = 'The table does not have the specified index'
  check(`SELECT * FROM "${withIndexes}"."none"`, index)
  check(`SELECT * FROM "${withIndexes}"."${withIndexes}"`, index)
  const onGlobal = 'Strongly consistent read is not supported on Global Secondary Indexes'
  check(`SELECT lost FROM "${withIndexes}"."global-keys"`, onGlobal, { ConsistentRead: true })
})

describe('the WHERE of a SELECT', () => {
  where('pk = 1', mismatch('pk'))
  where(`pk = 'a' AND sk > 1`, mismatch('sk'))
  where('pk = ?', 'Key value must be of type S, N, or B. Key name: pk, Key type: SS', [
    { SS: ['a'] },
  ])
  where('pk = ?', 'Key value must be of type S, N, or B. Key name: pk, Key type: NULL', [
    { NULL: true },
  ])
  where(`pk IN ['a', 'a']`, overlapping)
  where(`pk = ? OR pk = ?`, overlapping, [S('a'), S('a')])
  where(`pk = 'a' AND (sk = '1' OR v = 2)`, overlapping)
  where(`(pk = 'a' AND v = 1) OR (pk = 'a' AND v = 2)`, overlapping)
  where(`pk IN [${list(51)}]`, tooMany)
  where(`pk IN [${list(26)}] AND sk IN ['1', '2']`, tooMany)
  where(`pk = 'a' AND sk IN [${list(51)}]`, tooMany)
  // Types before overlaps, overlaps before numbers.
  where(`pk IN ['a', 'a', 1]`, mismatch('pk'))
  where(`pk IN [${list(60)}, '0']`, overlapping)
  where(`pk = ''`, emptyKey('pk'))
  where(`pk = 'a' AND sk = ?`, emptyKey('sk'), [S('')])
})

function emptyKey(name: string): string {
  return `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`
}

describe('what an index does not hold', () => {
  const lacks = (index: string, names: string): string =>
    `One or more parameter values were invalid: Secondary index ${index} does not project one or more filter attributes: [${names}]`
  const from = (rest: string, message: string, projection = '*'): void =>
    check(`SELECT ${projection} FROM "${withIndexes}".${rest}`, message)

  from(
    `"global-some" WHERE "group" = 5`,
    'One or more parameter values were invalid: Global secondary index global-some does not project [lost, local]',
    'lost, kept, "local"',
  )
  from(`"global-some" WHERE "group" = 'g' AND lost = 1`, lacks('global-some', 'lost'))
  from(`"local-keys" WHERE pk = 'p' AND lost IS MISSING`, lacks('local-keys', 'lost'))
  from(
    `"global-some" WHERE ("group" = 'b' AND u1 = 1) OR ("group" = 'a' AND u2 = 1)`,
    lacks('global-some', 'u1'),
  )
})

describe('the ORDER BY of a SELECT', () => {
  const order = (rest: string, message: string): void =>
    check(`SELECT * FROM "${table}" ${rest}`, message)

  order('ORDER BY sk', 'Must have WHERE clause in the statement when using ORDER BY clause.')
  order(
    `WHERE pk = 'a' ORDER BY Total`,
    'Attribute Total in ORDER BY clause must be part of the primary key',
  )
  order(
    `WHERE sk = 'a' ORDER BY sk`,
    'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
  )
  order(
    `WHERE pk IN ['a', 'b'] ORDER BY sk`,
    'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
  )
})

describe('these unusual SELECTs are accepted', () => {
  const accept = (condition: string, Parameters?: readonly Value[]): void => {
    it(condition.slice(0, 80), async () => {
      const Statement = `SELECT * FROM "${table}" WHERE ${condition}`
      await client.ask('ExecuteStatement', { Statement, ...(Parameters && { Parameters }) })
    })
  }
  accept(`pk IN [${list(50)}]`)
  accept(`pk IN [${list(51)}] OR v = 1`)
  accept(`pk IN [${list(50)}] AND v IN [${list(100)}]`)
  accept(`pk = 'a' AND (v = 1 OR v = 2)`)
  accept(`pk > 1`)
  accept(`pk = 'a' AND NOT sk = 1`)
  accept(`pk = ?`, [S('a'), N(1)])
})
