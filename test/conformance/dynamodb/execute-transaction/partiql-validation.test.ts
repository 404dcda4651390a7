/** ExecuteTransaction requests that are refused before anything is read. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParameterizedStatement } from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, nested, padded, putAll, S } from '../../../support/items.js'
import {
  malformed,
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
await putAll(client, table, [{ pk: S('p'), sk: S('1') }])
const { failure, failures } = say
const where = "WHERE pk = 'p' AND sk = '1'"
const select = `SELECT * FROM "${table}" ${where}`
const updateTo = (value: string): string => `UPDATE "${table}" SET n = ${value} ${where}`
const update = updateTo('1')
const fresh = `INSERT INTO "${table}" VALUE {'pk': 'fresh', 'sk': '1'}`

describe('ExecuteTransaction refuses by constraint', () => {
  checkRefusals(client, 'ExecuteTransaction', { TransactStatements: [{ Statement: select }] }, [
    [
      // AWS: not certain whether the value is printed.
      'no statements',
      { TransactStatements: [] },
      /^1 validation error detected: Value (?:'\[\]' )?at 'transactStatements' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
    [
      '101 statements',
      { TransactStatements: Array.from({ length: 101 }, () => ({ Statement: select })) },
      /have length less than or equal to 100$/,
    ],
    [
      'a token of 37 characters',
      { ClientRequestToken: 't'.repeat(37) },
      /^1 validation error detected: Value .*at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36$/,
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'SOME' },
      failures(failure('SOME', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
  ])
})

describe('ExecuteTransaction refuses as a whole', () => {
  const both =
    'ExecuteTransaction API does not support both read and write operations in the same request.'
  const exists = `EXISTS(SELECT * FROM "${table}" ${where} AND n = 1)`
  type Row = readonly [
    name: string,
    members: readonly Member<ParameterizedStatement>[],
    message: string | RegExp,
  ]
  const rows: readonly Row[] = [
    ['reads with writes', [select, fresh], both],
    ['writes with reads', [fresh, select], both],
    ['reads with EXISTS, which counts as a write', [select, exists], both],
    ['an item written twice', [update, `DELETE FROM "${table}" ${where}`], say.sameItemTwice],
    ['an item that is written and checked', [update, exists], say.sameItemTwice],
    [
      'parameters that are not values',
      [fresh, { Statement: updateTo('?'), Parameters: valuesOf([N('abc')]) }],
      say.notANumber('abc'),
    ],
    [
      'parameters that are too deep',
      [{ Statement: updateTo('?'), Parameters: valuesOf([nested(40), N('abc')]) }],
      say.tooDeep,
    ],
    [
      'text that is not a statement',
      [fresh, `SLECT * FROM "${table}"`],
      // AWS: not certain whether its position is printed.
      new RegExp(`${say.escaped(malformed('Expected data manipulation'))}$`),
    ],
  ]
  for (const [name, members, message] of rows) {
    it(name, async () => {
      await refusal(transact(members), message)
      assert.deepEqual(await items(`SELECT * FROM "${table}" WHERE pk = 'fresh'`), [])
    })
  }

  it('a byte more than 4 MB, not 4 MB', async () => {
    const insert = (pk: string, bytes: number) => ({
      Statement: `INSERT INTO "${table}" VALUE {'pk': '${pk}', 'sk': '1', 'filler': ?}`,
      Parameters: valuesOf([padded({ pk: S(pk), sk: S('1') }, bytes)['filler']!]),
    })
    const members = (more: number) => [
      ...Array.from({ length: 10 }, (_, n) => insert(`large-${n}`, 400 * 1024)),
      insert('large-last', 96 * 1024 + more),
    ]
    await refusal(transact(members(1)), /./)
    await transact(members(0))
  })
})

describe('ExecuteTransaction reports the position of a fault', () => {
  const prefixed = (sentence: string, at = 1): string =>
    `Validation failed in TransactStatements[${at}]: ${sentence}`
  const needsKey =
    'Select statements within ExecuteTransaction must specify the primary key in the where clause.'
  const singleRead = 'EXISTS() must contain a single item read with additional condition'
  const numbers = Array.from({ length: 101 }, (_, n) => n).join(', ')
  const other = `SELECT * FROM "${table}" WHERE pk = 'o' AND sk = '1'`
  const rows: readonly (readonly [name: string, first: string, second: string, message: string])[] =
    [
      [
        'RETURNING',
        fresh,
        `${update} RETURNING ALL NEW *`,
        'RETURNING clause is not supported in ExecuteTransaction.',
      ],
      [
        'an index',
        other,
        `SELECT * FROM "${withIndexes}"."by-global" WHERE "global" = 'g'`,
        'Reads on indices are not supported within transactions.',
      ],
      ['half a key', other, `SELECT * FROM "${table}" WHERE pk = 'p'`, needsKey],
      ['a key and more', other, `${select} AND n = 1`, needsKey],
      ['a key and a function', other, `${select} AND attribute_exists(n)`, needsKey],
      ['no condition', other, `SELECT * FROM "${table}"`, needsKey],
      ['EXISTS by the key alone', fresh, `EXISTS(${select})`, singleRead],
      [
        'EXISTS by half a key',
        fresh,
        `EXISTS(SELECT * FROM "${table}" WHERE pk = 'p' AND n = 1)`,
        singleRead,
      ],
      [
        'a list that is too long',
        fresh,
        `${update} AND n IN [${numbers}]`,
        'The IN operator is provided with too many operands; number of operands: 101',
      ],
      ['an empty bag', fresh, updateTo('<<>>'), 'Empty bags are not supported'],
    ]
  for (const [name, first, second, message] of rows) {
    it(name, async () => {
      await refusal(transact([first, second]), prefixed(message))
    })
  }

  it('before anything that would cancel it', async () => {
    const nowhere = `DELETE FROM "${newTableName()}" WHERE pk = 'x' AND sk = '1'`
    const returning = `${update} RETURNING ALL NEW *`
    await refusal(
      transact([nowhere, returning]),
      prefixed('RETURNING clause is not supported in ExecuteTransaction.'),
    )
  })
})
