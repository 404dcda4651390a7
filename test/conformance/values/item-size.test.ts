/** An item may count 400 KB and not a byte more; how much each value counts. */
import { describe } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals } from '../../support/expect.js'
import { itemTooBig, updatedItemTooBig } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const limit = 409_600
const key = { pk: { S: 'a' } }

/** Values with the bytes they count for. */
const sizes: readonly (readonly [string, Json, number])[] = [
  ['an empty string', { S: '' }, 0],
  ['a string of ASCII', { S: 'abc' }, 3],
  ['a string of wider characters', { S: 'é中😀' }, 9],
  ['a binary', { B: 'AAEC/w==' }, 4],
  ['true', { BOOL: true }, 1],
  ['null', { NULL: true }, 1],
  ['0', { N: '0' }, 1],
  ['1', { N: '1' }, 2],
  ['12', { N: '12' }, 2],
  ['123', { N: '123' }, 3],
  ['1234', { N: '1234' }, 3],
  ['0042', { N: '0042' }, 2],
  ['100', { N: '100' }, 2],
  ['1010', { N: '1010' }, 3],
  ['0.0000001', { N: '0.0000001' }, 2],
  ['1E125', { N: '1E125' }, 2],
  ['1E-100', { N: '1E-100' }, 2],
  ['1.5', { N: '1.5' }, 3],
  ['1.200', { N: '1.200' }, 3],
  ['1.234', { N: '1.234' }, 4],
  ['3.14159', { N: '3.14159' }, 5],
  ['123456', { N: '123456' }, 4],
  ['-1', { N: '-1' }, 3],
  ['38 digits', { N: '12345678901234567890123456789012345678' }, 20],
  ['an empty list', { L: [] }, 3],
  ['a list', { L: [{ S: 'ab' }, { BOOL: true }] }, 3 + 1 + 2 + 1 + 1],
  ['an empty map', { M: {} }, 3],
  ['a map', { M: { ab: { S: 'cd' } } }, 3 + 1 + 2 + 2],
  ['a string set', { SS: ['ab', 'c'] }, 3],
  ['a number set', { NS: ['1', '123'] }, 5],
  ['a binary set', { BS: ['AAEC', '/w=='] }, 4],
]

/** An item of `total` bytes: the key, the value under a name of one byte, and padding. */
function itemOf(value: Json, bytes: number, total: number): Json {
  const padding = total - 'pk'.length - 'a'.length - 'v'.length - bytes - 'p'.length
  return { Item: { ...key, v: value, p: { S: 'x'.repeat(padding) } } }
}

describe('an item of exactly 400 KB is accepted with', () => {
  checkAccepted(
    client,
    'PutItem',
    { TableName: table },
    sizes.map(([name, value, bytes]) => [name, itemOf(value, bytes, limit)] as const),
  )
})

describe('an item of one byte more is refused with', () => {
  checkRefusals(
    client,
    'PutItem',
    { TableName: table },
    sizes.map(
      ([name, value, bytes]) => [name, itemOf(value, bytes, limit + 1), itemTooBig] as const,
    ),
  )
})

describe('names of attributes count', () => {
  const named = (name: string, total: number): Json => ({
    Item: { ...key, [name]: { S: 'x'.repeat(total - 3 - Buffer.byteLength(name)) } },
  })
  checkAccepted(client, 'PutItem', { TableName: table }, [
    ['by their bytes', named('é'.repeat(100), limit)],
    ['up to their longest', named('n'.repeat(65_535), limit)],
  ])
  checkRefusals(client, 'PutItem', { TableName: table }, [
    ['against the limit', named('é'.repeat(100), limit + 1), itemTooBig],
  ])
})

describe('an update', () => {
  // AWS: an update is measured by what it writes as well, but without the key, so an item can only
  // grow to exactly the limit if its key is long.
  const longKey = { pk: { S: 'k'.repeat(200) } }
  const grow = (total: number): Json => ({
    Key: longKey,
    UpdateExpression: 'SET p = :v',
    ExpressionAttributeValues: { ':v': { S: 'x'.repeat(total - 2 - 200 - 1) } },
  })
  const growUnderShortKey = (total: number): Json => ({
    Key: { pk: { S: 'b' } },
    UpdateExpression: 'SET p = :v',
    ExpressionAttributeValues: { ':v': { S: 'x'.repeat(total - 2 - 1 - 1) } },
  })
  checkAccepted(client, 'UpdateItem', { TableName: table }, [
    ['may grow an item to 400 KB', grow(limit)],
    ['may grow one under a short key to 19 bytes less', growUnderShortKey(limit - 19)],
  ])
  checkRefusals(client, 'UpdateItem', { TableName: table }, [
    ['may not grow it further', grow(limit + 1), updatedItemTooBig],
    [
      'may not grow one under a short key further',
      growUnderShortKey(limit - 18),
      updatedItemTooBig,
    ],
  ])
})
