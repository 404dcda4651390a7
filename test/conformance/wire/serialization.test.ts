/** JSON of the wrong type: the error for each pair of expected and actual type. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../support/expect.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }
const shapes = 'com.amazonaws.dynamodb.v20120810.'
const structureFound = 'Start of structure or map found where not expected'
const collection = (type: string): string => `Unrecognized collection type ${type}`
const mapOf = (type: string): string => collection(`java.util.Map<java.lang.String, ${type}>`)

/**
 * The answer for each kind of JSON where a kind of member is expected; null means that it is
 * accepted.
 */
interface Wanted {
  readonly number: string | null
  readonly fraction: string | null
  readonly true: string | null
  readonly false: string | null
  readonly string: string | null
  readonly list: string | null
  readonly object: string | null
}
const given: Readonly<Record<keyof Wanted, unknown>> = {
  number: 23,
  fraction: 23.5,
  true: true,
  false: false,
  string: 'wrong',
  list: [],
  object: {},
}

const every = (sentence: string, rest: Partial<Wanted>): Wanted => ({
  number: sentence,
  fraction: sentence,
  true: sentence,
  false: sentence,
  string: sentence,
  list: null,
  object: null,
  ...rest,
})
const scalar = (type: string, rest: Partial<Wanted>): Wanted => ({
  number: `NUMBER_VALUE cannot be converted to ${type}`,
  fraction: `DECIMAL_VALUE cannot be converted to ${type}`,
  true: `TRUE_VALUE cannot be converted to ${type}`,
  false: `FALSE_VALUE cannot be converted to ${type}`,
  string: `STRING_VALUE cannot be converted to ${type}`,
  list: collection(`class java.lang.${type}`),
  object: structureFound,
  ...rest,
})
const text = scalar('String', { string: null })
const flag = scalar('Boolean', {
  true: null,
  false: null,
  string: 'Unexpected token received from parser',
})
const integer = (type: string): Wanted => scalar(type, { number: null, fraction: null })
const blob: Wanted = {
  ...every('only base-64-encoded strings are convertible to bytes', {}),
  string: 'Base64 encoded length is expected a multiple of 4 bytes but found: 5',
  list: collection('class java.nio.ByteBuffer'),
  object: structureFound,
}
const list = every('Unexpected field type', { object: structureFound })
const map = (type: string): Wanted => every('Unexpected field type', { list: mapOf(type) })
const member = (structure: string): Wanted =>
  every('Unexpected field type', { list: collection(`class ${shapes}${structure}`) })
const element = (structure: string): Wanted =>
  every('Unexpected value type in payload', { list: collection(`class ${shapes}${structure}`) })

type Place = readonly [
  where: string,
  operation: string,
  carry: (value: unknown) => Json,
  wanted: Wanted,
]

const put = (value: unknown): Json => ({ TableName: table, Item: { ...key, value } })
const get = (change: Json): Json => ({ TableName: table, Key: key, ...change })
const create = (change: Json): Json => ({ TableName: table, ...partitionOnly(), ...change })

const places: readonly Place[] = [
  ['TableName', 'GetItem', (TableName) => get({ TableName }), text],
  ['ProjectionExpression', 'GetItem', (v) => get({ ProjectionExpression: v }), text],
  ['ReturnValues', 'PutItem', (v) => ({ ...put({ S: 'x' }), ReturnValues: v }), text],
  ['an element of AttributesToGet', 'GetItem', (v) => get({ AttributesToGet: [v] }), text],
  ['S', 'PutItem', (S) => put({ S }), text],
  ['N', 'PutItem', (N) => put({ N }), text],
  ['an element of SS', 'PutItem', (v) => put({ SS: [v] }), text],
  ['an element of NS', 'PutItem', (v) => put({ NS: [v] }), text],
  [
    'a value of ExpressionAttributeNames',
    'GetItem',
    (v) => get({ ExpressionAttributeNames: { '#a': v } }),
    text,
  ],
  ['ConsistentRead', 'GetItem', (v) => get({ ConsistentRead: v }), flag],
  ['BOOL', 'PutItem', (BOOL) => put({ BOOL }), flag],
  ['NULL', 'PutItem', (NULL) => put({ NULL }), flag],
  [
    'StreamEnabled',
    'CreateTable',
    (v) => create({ StreamSpecification: { StreamEnabled: v } }),
    flag,
  ],
  ['Limit', 'ListTables', (Limit) => ({ Limit }), integer('Integer')],
  [
    'ReadCapacityUnits',
    'CreateTable',
    (v) => create({ ProvisionedThroughput: { ReadCapacityUnits: v } }),
    integer('Long'),
  ],
  ['B', 'PutItem', (B) => put({ B }), blob],
  ['an element of BS', 'PutItem', (v) => put({ BS: [v] }), blob],
  ['AttributesToGet', 'GetItem', (v) => get({ AttributesToGet: v }), list],
  ['SS', 'PutItem', (SS) => put({ SS }), list],
  ['L', 'PutItem', (L) => put({ L }), list],
  ['KeySchema', 'CreateTable', (v) => create({ KeySchema: v }), list],
  ['Key', 'GetItem', (Key) => get({ Key }), map(`${shapes}AttributeValue`)],
  ['Item', 'PutItem', (Item) => ({ TableName: table, Item }), map(`${shapes}AttributeValue`)],
  ['M', 'PutItem', (M) => put({ M }), map(`${shapes}AttributeValue`)],
  [
    'ExpressionAttributeNames',
    'GetItem',
    (v) => get({ ExpressionAttributeNames: v }),
    map('java.lang.String'),
  ],
  [
    'Expected',
    'DeleteItem',
    (Expected) => get({ Expected }),
    map(`${shapes}ExpectedAttributeValue`),
  ],
  [
    'AttributeUpdates',
    'UpdateItem',
    (v) => get({ AttributeUpdates: v }),
    map(`${shapes}AttributeValueUpdate`),
  ],
  [
    'ProvisionedThroughput',
    'CreateTable',
    (v) => create({ ProvisionedThroughput: v }),
    member('ProvisionedThroughput'),
  ],
  [
    'Value of Expected',
    'DeleteItem',
    (Value) => get({ Expected: { a: { Value } } }),
    member('AttributeValue'),
  ],
  ['a value of Key', 'GetItem', (v) => get({ Key: { pk: v } }), element('AttributeValue')],
  ['an element of L', 'PutItem', (v) => put({ L: [v] }), element('AttributeValue')],
  ['a value of M', 'PutItem', (v) => put({ M: { x: v } }), element('AttributeValue')],
  [
    'an element of KeySchema',
    'CreateTable',
    (v) => create({ KeySchema: [v] }),
    element('KeySchemaElement'),
  ],
  [
    'a value of Expected',
    'DeleteItem',
    (v) => get({ Expected: { a: v } }),
    element('ExpectedAttributeValue'),
  ],
]

for (const [where, operation, carry, wanted] of places) {
  describe(`${where} of ${operation} refuses`, () => {
    const rows = (Object.keys(given) as (keyof Wanted)[])
      .filter((kind) => wanted[kind] !== null)
      .map((kind): Refusal => [kind, carry(given[kind]), wanted[kind], 'SerializationException'])
    checkRefusals(client, operation, {}, rows)
  })
}

describe('base 64 refuses', () => {
  checkRefusals(client, 'PutItem', {}, [
    [
      'a length that is not a multiple of 4',
      put({ B: 'AAAAA' }),
      'Base64 encoded length is expected a multiple of 4 bytes but found: 5',
      'SerializationException',
    ],
    [
      'bits left over in its last character',
      put({ B: 'AB==' }),
      'Invalid last non-pad Base64 character dectected',
      'SerializationException',
    ],
    ['characters of another alphabet', put({ B: 'AA-_' }), /./, 'SerializationException'],
  ])
})

describe('JSON accepts', () => {
  checkAccepted(client, 'GetItem', get({}), [
    ...['true', 'TRUE', '1', 'yes', 'Yes', 'false', '0', 'no', 'NO'].map(
      (ConsistentRead) => [`${ConsistentRead} as a boolean`, { ConsistentRead }] as const,
    ),
    ['unknown members', { Nonsense: [{ deep: 1 }] }],
    ['null for optional members', { ConsistentRead: null, AttributesToGet: null }],
  ])
})

describe('types are checked', () => {
  checkRefusals(client, 'PutItem', {}, [
    [
      'before constraints',
      { TableName: '', Item: 5, ReturnValues: 'x' },
      'Unexpected field type',
      'SerializationException',
    ],
    [
      'before values',
      { TableName: table, Item: { a: { SS: [] }, b: 5 } },
      'Unexpected value type in payload',
      'SerializationException',
    ],
  ])

  it('and their message has a capital letter', async () => {
    const { body } = await client.call('ListTables', { Limit: 'x' })
    assert.deepEqual(body, {
      __type: 'com.amazon.coral.service#SerializationException',
      Message: 'STRING_VALUE cannot be converted to Integer',
    })
  })
})
