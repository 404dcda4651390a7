/** GetRecords: which writes are recorded, and in what form. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import { connect, type Json } from '../../../support/client.js'
import { latestStream, recordsOf, streaming, type ViewType } from '../../../support/streams.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()

/** Creates a table with a stream, runs `work` on it and returns what the stream holds. */
async function recorded(
  work: (TableName: string) => Promise<unknown>,
  viewType: ViewType = 'NEW_AND_OLD_IMAGES',
  shape: Json = composite(),
): Promise<readonly _Record[]> {
  const table = await client.createTable({ ...shape, ...streaming(viewType) })
  await work(table)
  return recordsOf(client, await latestStream(client, table))
}

const key: Json = { pk: { S: 'a' }, sk: { S: 'b' } }
const put = (TableName: string, rest: Json, Key = key) =>
  client.ask('PutItem', { TableName, Item: { ...Key, ...rest } })
const remove = (TableName: string, Key = key) => client.ask('DeleteItem', { TableName, Key })
const update = (TableName: string, UpdateExpression: string, values?: Json) =>
  client.ask('UpdateItem', {
    TableName,
    Key: key,
    UpdateExpression,
    ...(values && { ExpressionAttributeValues: values }),
  })
const namesOf = (records: readonly _Record[]) => records.map(({ eventName }) => eventName)

describe('a record', () => {
  it('has every field of the service', async () => {
    const before = Math.floor(Date.now() / 1000)
    const [record] = await recorded((table) => put(table, { v: { N: '1.50' } }))
    const { eventID, dynamodb, ...rest } = record!
    assert.deepEqual(rest, {
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: client.region,
    })
    assert.match(eventID!, /^[0-9a-f]{32}$/)
    const { ApproximateCreationDateTime, SequenceNumber, ...shown } = dynamodb!
    assert.deepEqual(shown, {
      Keys: key,
      NewImage: { ...key, v: { N: '1.5' } },
      SizeBytes: 6 + (6 + 4),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    })
    assert.match(SequenceNumber!, /^\d{21,40}$/)
    const seconds = ApproximateCreationDateTime!.getTime() / 1000
    assert.ok(Number.isInteger(seconds) && seconds >= before)
  })

  it('is the same on every reading', async () => {
    const table = await client.createTable({ ...partitionOnly(), ...streaming() })
    for (const n of [1, 2, 3]) await put(table, {}, { pk: { S: `item-${n}` } })
    const arn = await latestStream(client, table)
    const [first, second] = [await recordsOf(client, arn), await recordsOf(client, arn)]
    assert.deepEqual(first, second)
    assert.equal(new Set(first.map(({ eventID }) => eventID)).size, 3)
  })

  it('is returned only by the region of the request', async () => {
    const west = client.as({ region: 'eu-west-3' })
    const table = await west.createTable({ ...partitionOnly(), ...streaming() })
    await west.ask('PutItem', { TableName: table, Item: { pk: { S: 'a' } } })
    const [record] = await recordsOf(west, await latestStream(west, table))
    assert.equal(record?.awsRegion, 'eu-west-3')
  })

  it('holds attributes whose names mean something to JavaScript', async () => {
    const item = JSON.parse('{"__proto__":{"S":"x"},"toString":{"N":"1"}}') as Json
    const [record] = await recorded((table) => put(table, item))
    const names = Object.keys(record!.dynamodb!.NewImage!).sort()
    assert.deepEqual(names, ['__proto__', 'pk', 'sk', 'toString'])
  })

  it('holds items of the maximum size in both images', async () => {
    const large = (letter: string) => ({ v: { S: letter.repeat(400 * 1024 - 20) } })
    const records = await recorded(async (table) => {
      await put(table, large('x'))
      await put(table, large('y'))
    })
    assert.deepEqual(namesOf(records), ['INSERT', 'MODIFY'])
    assert.equal(records[1]!.dynamodb!.OldImage!['v']!.S![0], 'x')
    assert.equal(records[1]!.dynamodb!.NewImage!['v']!.S![0], 'y')
  })
})

describe('a view', () => {
  const [first, second] = [{ v: { N: '1' } }, { v: { N: '22' } }]
  const keySize = 6
  const check = (viewType: ViewType, shown: readonly (readonly string[])[], sizes: number[]) => {
    it(`of ${viewType} shows an insertion, a modification and a removal`, async () => {
      const records = await recorded(async (table) => {
        await put(table, first)
        await put(table, second)
        await remove(table)
      }, viewType)
      assert.deepEqual(namesOf(records), ['INSERT', 'MODIFY', 'REMOVE'])
      const images = records.map(({ dynamodb: { Keys, OldImage, NewImage } = {} }) => {
        return Object.entries({ Keys, OldImage, NewImage })
          .filter(([, image]) => image !== undefined)
          .map(([name, image]) => (image?.['v'] ? `${name} ${image['v'].N}` : name))
      })
      assert.deepEqual(images, shown)
      assert.deepEqual(
        records.map(({ dynamodb }) => dynamodb!.SizeBytes),
        sizes,
      )
      assert.ok(records.every(({ dynamodb }) => dynamodb?.StreamViewType === viewType))
    })
  }
  const item = keySize + 3
  check('KEYS_ONLY', [['Keys'], ['Keys'], ['Keys']], [keySize, keySize, keySize])
  check(
    'NEW_IMAGE',
    [['Keys', 'NewImage 1'], ['Keys', 'NewImage 22'], ['Keys']],
    [keySize + item, keySize + item, keySize],
  )
  check(
    'OLD_IMAGE',
    [['Keys'], ['Keys', 'OldImage 1'], ['Keys', 'OldImage 22']],
    [keySize, keySize + item, keySize + item],
  )
  check(
    'NEW_AND_OLD_IMAGES',
    [
      ['Keys', 'NewImage 1'],
      ['Keys', 'OldImage 1', 'NewImage 22'],
      ['Keys', 'OldImage 22'],
    ],
    [keySize + item, keySize + 2 * item, keySize + item],
  )
})

describe('no record is written for', () => {
  const check = (
    name: string,
    work: (table: string) => Promise<unknown>,
    before: string[] = [],
  ) => {
    it(name, async () => assert.deepEqual(namesOf(await recorded(work)), before))
  }
  const value = { v: { N: '1' }, set: { SS: ['a', 'b'] } }
  const putFirst = async (table: string, then: () => Promise<unknown>) => {
    await put(table, value)
    await then()
  }
  check('the same item put again', (table) => putFirst(table, () => put(table, value)), ['INSERT'])
  check(
    'an equal number in another form, a set in another order, attributes in another order',
    (table) =>
      putFirst(table, () =>
        client.ask('PutItem', {
          TableName: table,
          Item: { set: { SS: ['b', 'a'] }, v: { N: '1.0' }, sk: key['sk'], pk: key['pk'] },
        }),
      ),
    ['INSERT'],
  )
  check(
    'an update that changes nothing',
    (table) => putFirst(table, () => update(table, 'SET v = :v', { ':v': { N: '1' } })),
    ['INSERT'],
  )
  check('the deletion of a missing item', (table) => remove(table))
  check('an update that only removes from a missing item', (table) => update(table, 'REMOVE v'))
  check('a condition that fails', async (table) => {
    const answer = await client.call('PutItem', {
      TableName: table,
      Item: key,
      ConditionExpression: 'attribute_exists(pk)',
    })
    assert.equal(answer.type, 'ConditionalCheckFailedException')
  })
  check('a transaction that is canceled', async (table) => {
    const answer = await client.call('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: table, Item: { ...key, sk: { S: 'other' } } } },
        {
          ConditionCheck: {
            TableName: table,
            Key: key,
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
    })
    assert.equal(answer.type, 'TransactionCanceledException')
  })
  check('a condition check', async (table) => {
    await client.ask('TransactWriteItems', {
      TransactItems: [
        {
          ConditionCheck: {
            TableName: table,
            Key: key,
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
    })
  })
})

describe('a record is written for', () => {
  it('an empty update that creates an item', async () => {
    const records = await recorded((TableName) => client.ask('UpdateItem', { TableName, Key: key }))
    assert.deepEqual(namesOf(records), ['INSERT'])
    assert.deepEqual(records[0]!.dynamodb!.NewImage, key)
  })

  it('every write of a batch', async () => {
    const records = await recorded(async (table) => {
      await put(table, {}, { pk: { S: 'gone' }, sk: { S: 'b' } })
      await client.ask('BatchWriteItem', {
        RequestItems: {
          [table]: [
            { DeleteRequest: { Key: { pk: { S: 'gone' }, sk: { S: 'b' } } } },
            { PutRequest: { Item: { pk: { S: 'x' }, sk: { S: 'b' } } } },
            { PutRequest: { Item: { pk: { S: 'y' }, sk: { S: 'b' } } } },
          ],
        },
      })
    })
    assert.deepEqual([...namesOf(records)].sort(), ['INSERT', 'INSERT', 'INSERT', 'REMOVE'])
  })

  it('every write of a transaction, once, however often its token is sent', async () => {
    const records = await recorded(async (table) => {
      const input = {
        ClientRequestToken: `token-${table}`.slice(0, 36),
        TransactItems: [
          { Put: { TableName: table, Item: { pk: { S: 'x' }, sk: { S: 'b' } } } },
          {
            Update: {
              TableName: table,
              Key: key,
              UpdateExpression: 'SET v = :v',
              ExpressionAttributeValues: { ':v': { N: '1' } },
            },
          },
        ],
      }
      await client.ask('TransactWriteItems', input)
      await client.ask('TransactWriteItems', input)
    })
    assert.deepEqual(namesOf(records), ['INSERT', 'INSERT'])
  })

  it('a write that changes indexes, without mentioning them', async () => {
    const records = await recorded(
      (table) => put(table, { global: { S: 'g' }, local: { S: 'l' } }),
      'KEYS_ONLY',
      indexed,
    )
    assert.deepEqual(
      records.map(({ dynamodb }) => dynamodb!.Keys),
      [key],
    )
  })

  it('an item in the order of its changes, with growing numbers', async () => {
    const count = 25
    const records = await recorded(async (table) => {
      for (let i = 0; i < count; i++) await put(table, { v: { N: String(i) } })
    }, 'NEW_IMAGE')
    const values = records.map(({ dynamodb }) => Number(dynamodb!.NewImage!['v']!.N))
    assert.deepEqual(
      values,
      Array.from({ length: count }, (_, i) => i),
    )
    const numbers = records.map(({ dynamodb }) => BigInt(dynamodb!.SequenceNumber!))
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => (a < b ? -1 : 1)),
    )
  })
})

describe('a stream that is enabled later', () => {
  it('holds what is written from then on, and nothing once it is disabled', async () => {
    const table = await client.createTable(partitionOnly())
    const write = (name: string) => put(table, {}, { pk: { S: name } })
    await write('before')
    await client.ask('UpdateTable', { TableName: table, ...streaming('KEYS_ONLY') })
    await client.untilActive(table)
    await write('during')
    await remove(table, { pk: { S: 'before' } })
    await client.ask('UpdateTable', {
      TableName: table,
      StreamSpecification: { StreamEnabled: false },
    })
    await client.untilActive(table)
    await write('after')
    const records = await recordsOf(client, await latestStream(client, table))
    const told = records.map(({ eventName, dynamodb }) => [eventName, dynamodb!.Keys!['pk']!.S])
    assert.deepEqual(told.sort(), [
      ['INSERT', 'during'],
      ['REMOVE', 'before'],
    ])
  })
})
