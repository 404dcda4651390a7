/** Malformed values, in every place of a request that can have one. */
import { describe } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkRefusals, type Message, type Refusal } from '../../support/expect.js'
import * as say from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }

/** Faults that have the prefix on single-item writes, and none on reads. */
const framed: readonly (readonly [string, Json, string])[] = [
  ['NULL that is not true', { NULL: false }, say.nullNotTrue],
  ['an empty string set', { SS: [] }, say.emptyStringSet],
  ['an empty number set', { NS: [] }, say.emptyNumberSet],
  ['an empty binary set', { BS: [] }, say.emptyBinarySet],
  ['a repeated string', { SS: ['b', 'a', 'b'] }, say.duplicateStrings('a', 'b', 'b')],
  ['a repeated empty string', { SS: ['', ''] }, say.duplicateStrings('', '')],
  [
    'a repeated binary',
    { BS: ['/w==', 'AA==', 'AA=='] },
    say.duplicateBinaries('AA==', '/w==', 'AA=='),
  ],
  ['a repeated number', { NS: ['2', '1', '2'] }, say.duplicateNumbers],
  ['a number repeated in another notation', { NS: ['1', '1.0'] }, say.duplicateNumbers],
  ['a bad number in a set', { NS: ['1', 'x'] }, say.notANumber('x')],
  ['an empty number in a set', { NS: [''] }, say.notANumber('')],
  ['no number', { N: 'x' }, say.notANumber('x')],
]

/** Faults whose frame is not known; the sentence inside is. */
const loose: readonly (readonly [string, Json, RegExp])[] = [
  [
    'no type',
    {},
    /Supplied AttributeValue is empty, must contain exactly one of the supported datatypes/,
  ],
  ['an unknown type', { X: 'y' }, /Supplied AttributeValue is empty/],
  [
    'two types',
    { S: 'a', N: '1' },
    /Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes/,
  ],
  ['a null in a string set', { SS: ['a', null] }, /may not have a null string as a member/],
]

const wrappings: readonly (readonly [string, (value: Json) => Json])[] = [
  ['', (value) => value],
  [' in a map', (value) => ({ M: { x: value } })],
  [' in a list', (value) => ({ L: [{ S: 'fine' }, value] })],
  [' deep down', (value) => ({ M: { x: { L: [{ M: { y: value } }] } } })],
]

function rows(operation: string, carry: (value: Json) => Json): readonly Refusal[] {
  const all: readonly (readonly [string, Json, Message])[] = [
    ...framed.map(
      ([name, value, sentence]) => [name, value, say.framed(operation, sentence)] as const,
    ),
    ...loose,
  ]
  return all.flatMap(([name, value, message]) =>
    wrappings.map(([where, wrap]): Refusal => [`${name}${where}`, carry(wrap(value)), message]),
  )
}

describe('PutItem refuses in an item', () => {
  checkRefusals(
    client,
    'PutItem',
    { TableName: table },
    rows('PutItem', (value) => ({ Item: { ...key, value } })),
  )
})

describe('UpdateItem refuses in a value of its expression', () => {
  const base = { TableName: table, Key: key, UpdateExpression: 'SET a = :v' }
  checkRefusals(
    client,
    'UpdateItem',
    base,
    rows('UpdateItem', (value) => ({ ExpressionAttributeValues: { ':v': value } })),
  )
})

describe('UpdateItem refuses in AttributeUpdates', () => {
  checkRefusals(
    client,
    'UpdateItem',
    { TableName: table, Key: key },
    rows('UpdateItem', (Value) => ({ AttributeUpdates: { a: { Value } } })),
  )
})

describe('GetItem refuses in its key', () => {
  checkRefusals(
    client,
    'GetItem',
    { TableName: table },
    rows('GetItem', (pk) => ({ Key: { pk } })),
  )
})

describe('of several faults in one value, it reports', () => {
  const item = (value: Json) => ({ Item: { ...key, value } })
  const { prefixed } = say
  checkRefusals(client, 'PutItem', { TableName: table }, [
    ['the number before NULL', item({ N: 'x', NULL: false }), prefixed(say.notANumber('x'))],
    ['NULL before an empty set', item({ NULL: false, SS: [] }), prefixed(say.nullNotTrue)],
    ['SS before NS before BS', item({ BS: [], NS: [], SS: [] }), prefixed(say.emptyStringSet)],
    [
      'an empty set before a bad number in one',
      item({ NS: ['x'], BS: [] }),
      prefixed(say.emptyBinarySet),
    ],
    [
      'a bad number in a set before repeated strings',
      item({ SS: ['a', 'a'], NS: ['x'] }),
      prefixed(say.notANumber('x')),
    ],
    [
      'repeated strings before repeated binaries',
      item({ BS: ['AA==', 'AA=='], SS: ['a', 'a'] }),
      prefixed(say.duplicateStrings('a', 'a')),
    ],
    [
      'repeated strings before members of a map',
      item({ SS: ['a', 'a'], M: { x: { N: 'x' } } }),
      prefixed(say.duplicateStrings('a', 'a')),
    ],
    [
      'a member of a map before two types',
      item({ S: 'x', M: { x: { N: 'x' } } }),
      prefixed(say.notANumber('x')),
    ],
    [
      'a member of a map before an element of a list',
      item({ L: [{ NULL: false }], M: { x: { N: 'x' } } }),
      prefixed(say.notANumber('x')),
    ],
  ])
})
