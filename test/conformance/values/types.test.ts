/** All ten types are returned as they were stored, at the top level and nested. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
let count = 0

async function roundTrip(value: Json): Promise<unknown> {
  const Key = { pk: { S: `item-${count++}` } }
  await client.ask('PutItem', { TableName: table, Item: { ...Key, value } })
  const { Item } = await client.ask('GetItem', { TableName: table, Key, ConsistentRead: true })
  return (Item as Json)['value']
}

const values: readonly (readonly [string, Json, Json?])[] = [
  ['a string', { S: 'text' }],
  ['an empty string', { S: '' }],
  ['a string of every kind of character', { S: 'a\u0000\n"\\é中😀\u2028' }],
  ['a number', { N: '-12.5' }],
  ['a binary', { B: 'AAEC/w==' }],
  ['an empty binary', { B: '' }],
  ['true', { BOOL: true }],
  ['false', { BOOL: false }],
  ['null', { NULL: true }],
  ['a list', { L: [{ S: 'a' }, { N: '1' }, { L: [] }, { NULL: true }] }],
  ['an empty list', { L: [] }],
  ['a map', { M: { b: { S: '1' }, a: { M: { c: { BOOL: false } } } } }],
  ['an empty map', { M: {} }],
  ['a map with keys like numbers', { M: { 2: { S: 'b' }, 1: { S: 'a' } } }],
  ['empty values inside a list and a map', { L: [{ S: '' }, { B: '' }, { M: { a: { S: '' } } }] }],
  // AWS: the members of a set come back in the service's own order, not as written.
  ['a string set', { SS: ['b', 'a', 'ä', 'B'] }, { SS: ['B', 'a', 'b', 'ä'] }],
  ['a string set with an empty member', { SS: ['x', ''] }, { SS: ['', 'x'] }],
  ['a number set', { NS: ['10', '9', '-1.50'] }, { NS: ['-1.5', '9', '10'] }],
  ['a binary set', { BS: ['/w==', 'AQ=='] }, { BS: ['AQ==', '/w=='] }],
  ['a binary set with an empty member', { BS: ['AQ==', ''] }, { BS: ['', 'AQ=='] }],
  [
    'sets nested in lists and maps',
    { M: { l: { L: [{ SS: ['b', 'a'] }] } } },
    { M: { l: { L: [{ SS: ['a', 'b'] }] } } },
  ],
]

describe('stored and read back', () => {
  for (const [name, value, expected = value] of values) {
    it(name, async () => {
      assert.deepEqual(sorted(await roundTrip(value)), sorted(expected))
      assert.deepEqual(await roundTrip(value), expected)
    })
  }

  it('together with a member that is null', async () => {
    assert.deepEqual(await roundTrip({ S: 'x', N: null, M: null }), { S: 'x' })
  })

  it('together with an unknown member', async () => {
    assert.deepEqual(await roundTrip({ S: 'x', X: 'y' }), { S: 'x' })
  })
})

/** The same value with sets sorted, so that a wrong order is distinguished from a loss. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const members = value.map(sorted)
    return members.every((member) => typeof member === 'string') ? members.sort() : members
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]))
}
