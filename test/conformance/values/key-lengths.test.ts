/** Partition keys hold 2048 bytes, sort keys 1024, in indexes too; none may be empty. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals } from '../../support/expect.js'
import { emptyKey, partitionKeyTooLong, sortKeyTooLong } from '../../support/sentences.js'
import { composite, indexed } from '../../support/tables.js'

const client = await connect()
const [strings, binaries, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(composite('B', 'B')),
  client.createTable(indexed),
])
const text = (bytes: number, character = 'x'): Json => ({
  S: character.repeat(bytes / Buffer.byteLength(character)),
})
const binary = (bytes: number): Json => ({ B: Buffer.alloc(bytes, 7).toString('base64') })

interface Case {
  readonly kind: string
  readonly TableName: string
  readonly of: (bytes: number) => Json
}
const cases: readonly Case[] = [
  { kind: 'strings', TableName: strings, of: (bytes) => text(bytes) },
  { kind: 'binaries', TableName: binaries, of: binary },
]

for (const { kind, TableName, of } of cases) {
  const longest = { pk: of(2048), sk: of(1024) }

  describe(`keys of the maximum length, ${kind}`, () => {
    it('are written, read and deleted', async () => {
      await client.ask('PutItem', { TableName, Item: longest })
      const { Item } = await client.ask('GetItem', { TableName, Key: longest })
      assert.deepEqual(Item, longest)
      await client.ask('UpdateItem', { TableName, Key: longest })
      await client.ask('DeleteItem', { TableName, Key: longest })
      assert.deepEqual(await client.ask('GetItem', { TableName, Key: longest }), {})
    })

    it('are distinguished by their last byte', async () => {
      const other = { ...longest, sk: changedAtEnd(longest.sk) }
      await client.ask('PutItem', { TableName, Item: { ...longest, n: { N: '1' } } })
      await client.ask('PutItem', { TableName, Item: { ...other, n: { N: '2' } } })
      const { Item } = await client.ask('GetItem', { TableName, Key: longest })
      assert.deepEqual(Item, { ...longest, n: { N: '1' } })
    })
  })

  const tooLong = [
    ['a partition key of 2049 bytes', { pk: of(2049), sk: of(1) }, partitionKeyTooLong],
    ['a sort key of 1025 bytes', { pk: of(1), sk: of(1025) }, sortKeyTooLong],
  ] as const
  describe(`PutItem refuses, ${kind}`, () => {
    const rows = tooLong.map(([name, Item, message]) => [name, { Item }, message] as const)
    checkRefusals(client, 'PutItem', { TableName }, rows)
  })
  for (const operation of ['GetItem', 'UpdateItem', 'DeleteItem']) {
    describe(`${operation} refuses, ${kind}`, () => {
      const rows = tooLong.map(([name, Key, message]) => [name, { Key }, message] as const)
      checkRefusals(client, operation, { TableName }, rows)
    })
  }
}

function changedAtEnd(value: Json): Json {
  if (typeof value['S'] === 'string') return { S: `${value['S'].slice(0, -1)}y` }
  const bytes = Buffer.from(value['B'] as string, 'base64')
  bytes[bytes.length - 1] = 8
  return { B: bytes.toString('base64') }
}

describe('lengths are counted in bytes of UTF-8', () => {
  checkAccepted(client, 'PutItem', { TableName: strings }, [
    ['2048 bytes of é', { Item: { pk: text(2048, 'é'), sk: text(1024, '😀') } }],
  ])
  checkRefusals(client, 'PutItem', { TableName: strings }, [
    ['2050 bytes of é', { Item: { pk: text(2050, 'é'), sk: text(1) } }, partitionKeyTooLong],
    ['1028 bytes of 😀', { Item: { pk: text(1), sk: text(1028, '😀') } }, sortKeyTooLong],
  ])
})

describe('keys of indexes', () => {
  const key = { pk: text(1), sk: text(1) }
  checkAccepted(client, 'PutItem', { TableName: withIndexes }, [
    ['hold 2048 and 1024 bytes', { Item: { ...key, global: text(2048), local: text(1024) } }],
  ])
  // AWS: it is not certain whether the sentence ends with the index's name.
  checkRefusals(client, 'PutItem', { TableName: withIndexes }, [
    ['hold no 2049 bytes', { Item: { ...key, global: text(2049) } }, /2048 bytes/],
    ['hold no 1025 bytes', { Item: { ...key, local: text(1025) } }, /1024 bytes/],
  ])
  const set = (name: string, value: Json): Json => ({
    Key: key,
    UpdateExpression: 'SET #a = :v',
    ExpressionAttributeNames: { '#a': name },
    ExpressionAttributeValues: { ':v': value },
  })
  checkRefusals(client, 'UpdateItem', { TableName: withIndexes }, [
    ['cannot get 2049 bytes through an update', set('global', text(2049)), /2048 bytes/],
    ['cannot get 1025 bytes through an update', set('local', text(1025)), /1024 bytes/],
  ])
})

describe('empty keys are refused', () => {
  checkRefusals(client, 'PutItem', { TableName: binaries }, [
    ['as a partition key', { Item: { pk: { B: '' }, sk: binary(1) } }, emptyKey('pk', 'binary')],
    ['as a sort key', { Item: { pk: binary(1), sk: { B: '' } } }, emptyKey('sk', 'binary')],
  ])
  checkRefusals(client, 'PutItem', { TableName: strings }, [
    ['as a partition key text', { Item: { pk: { S: '' }, sk: text(1) } }, emptyKey('pk')],
    ['as a sort key text', { Item: { pk: text(1), sk: { S: '' } } }, emptyKey('sk')],
  ])
})
