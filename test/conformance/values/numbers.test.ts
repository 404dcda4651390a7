/** Numbers: their normal form, the ends of their range, and what is not a number. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkRefusals, type Refusal } from '../../support/expect.js'
import * as say from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const [table, numeric] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly('N')),
])
const nines = '9'.repeat(38)
const zeros = (count: number): string => '0'.repeat(count)

const forms: readonly (readonly [written: string, read: string])[] = [
  ['0', '0'],
  ['-0', '0'],
  ['+0.00', '0'],
  ['0e125', '0'],
  ['000', '0'],
  ['1', '1'],
  ['+1', '1'],
  ['-1', '-1'],
  ['007', '7'],
  ['1.0', '1'],
  ['1.10', '1.1'],
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['0042.1200', '42.12'],
  ['1e3', '1000'],
  ['1E+3', '1000'],
  ['1.5e1', '15'],
  ['15e-1', '1.5'],
  ['100e-2', '1'],
  ['1e-3', '0.001'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  [nines, nines],
  [`-${nines}`, `-${nines}`],
  [`0.${nines}`, `0.${nines}`],
  [`${zeros(20)}${nines}.${zeros(20)}`, nines],
  [`1${zeros(100)}`, `1${zeros(100)}`],
  ['1e125', `1${zeros(125)}`],
  [`9.${'9'.repeat(37)}e125`, `${nines}${zeros(88)}`],
  [`-9.${'9'.repeat(37)}e125`, `-${nines}${zeros(88)}`],
  ['1e-130', `0.${zeros(129)}1`],
  ['-1e-130', `-0.${zeros(129)}1`],
]

describe('a number comes back in normal form:', () => {
  for (const [written, read] of forms) {
    const name = written.length > 40 ? `${written.slice(0, 40)}…` : written
    it(`${name} as an attribute`, async () => {
      const Key = { pk: { S: written.slice(0, 200) } }
      await client.ask('PutItem', { TableName: table, Item: { ...Key, n: { N: written } } })
      const { Item } = await client.ask('GetItem', { TableName: table, Key })
      assert.deepEqual((Item as Json)['n'], { N: read })
    })

    it(`${name} as a key`, async () => {
      await client.ask('PutItem', { TableName: numeric, Item: { pk: { N: written } } })
      const { Item } = await client.ask('GetItem', { TableName: numeric, Key: { pk: { N: read } } })
      assert.deepEqual(Item, { pk: { N: read } })
    })
  }
})

const faults: readonly (readonly [string, string])[] = [
  ...[
    ...['', ' ', ' 1', '1 ', 'abc', '1e', 'e1', '1e1.5', '1.2.3', '--1', '+-1', '1-', '.'],
    ...['0x10', '1,000', '1_000', 'NaN', 'Infinity', '-Infinity', '1e+', '1f', '\u00001'],
    '1e9223372036854775808',
  ].map((text) => [text, say.notANumber(text)] as const),
  ['1e126', say.numberOverflow],
  ['-1e126', say.numberOverflow],
  ['10e125', say.numberOverflow],
  [`1${zeros(126)}`, say.numberOverflow],
  ['1e2147483647', say.numberOverflow],
  ['1e2147483648', say.numberOverflow],
  ['1e99999999999', say.numberOverflow],
  ['0e126', say.numberOverflow],
  ['1e-131', say.numberUnderflow],
  ['-1e-131', say.numberUnderflow],
  [`0.${zeros(130)}1`, say.numberUnderflow],
  ['1e-2147483648', say.numberUnderflow],
  ['1e-99999999999', say.numberUnderflow],
  ['0e-131', say.numberUnderflow],
  ['1'.repeat(39), say.tooManyDigits],
  [`1${zeros(37)}1`, say.tooManyDigits],
  [`0.${'1'.repeat(39)}`, say.tooManyDigits],
  ['1234567890123456789012345678901234567890', say.tooManyDigits],
]

const rows = (operation: string, carry: (value: Json) => Json): readonly Refusal[] =>
  faults.map(([text, sentence]): Refusal => [
    JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text),
    carry({ N: text }),
    say.framed(operation, sentence),
  ])

describe('PutItem refuses a number:', () => {
  checkRefusals(
    client,
    'PutItem',
    { TableName: table },
    rows('PutItem', (n) => ({ Item: { pk: { S: 'a' }, n } })),
  )
})

describe('GetItem refuses a key:', () => {
  checkRefusals(
    client,
    'GetItem',
    { TableName: numeric },
    rows('GetItem', (pk) => ({ Key: { pk } })),
  )
})

describe('numbers are compared exactly:', () => {
  const ordered = [
    `-${nines}e88`,
    '-1e125',
    `-${nines}`,
    '-1.0000000000000000000000000000000000001',
    '-1',
    '-1e-130',
    '0',
    '1e-130',
    '1e-129',
    '0.1',
    '1',
    '1.0000000000000000000000000000000000001',
    '9007199254740992',
    '9007199254740993',
    nines,
    '1e125',
  ]
  for (const [n, smaller] of ordered.slice(0, -1).entries()) {
    const larger = ordered[n + 1]!
    it(`${smaller} < ${larger}`, async () => {
      const Item = { pk: { S: 'compared' }, n: { N: smaller } }
      await client.ask('PutItem', { TableName: table, Item })
      await client.ask('UpdateItem', {
        TableName: table,
        Key: { pk: { S: 'compared' } },
        ConditionExpression: 'n < :larger AND n <> :larger',
        ExpressionAttributeValues: { ':larger': { N: larger } },
      })
    })
  }
})

describe('arithmetic is exact:', () => {
  const sums: readonly (readonly [string, string, string])[] = [
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '1', '9007199254740994'],
    [nines, '-1', `${'9'.repeat(37)}8`],
    ['1e-130', '1e-130', `0.${zeros(129)}2`],
    ['1e125', '-1e125', '0'],
    ['99999999999999999999999999999999999999', '1', `1${zeros(38)}`],
    ['1e20', '1e-17', `1${zeros(20)}.${zeros(16)}1`],
  ]
  for (const [left, right, sum] of sums) {
    it(`${left} + ${right}`, async () => {
      const Key = { pk: { S: 'sum' } }
      await client.ask('PutItem', { TableName: table, Item: { ...Key, n: { N: left } } })
      const { Attributes } = await client.ask('UpdateItem', {
        TableName: table,
        Key,
        UpdateExpression: 'SET n = n + :right',
        ExpressionAttributeValues: { ':right': { N: right } },
        ReturnValues: 'UPDATED_NEW',
      })
      assert.deepEqual(Attributes, { n: { N: sum } })
    })
  }
})
