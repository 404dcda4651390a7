/**
 * What a client of DAX is expected to do, run by a real one against a real server on a disk: a program, which prints a
 * line of JSON for each check. Its arguments are the client, the folder that it is installed in, a folder for data, and a certificate
 * with its key and its authority if the connection is to be encrypted.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess, type ServerProcess } from '../../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from '../../support/client.js'
import { freePort } from '../../support/postgres/node.js'
import { until } from '../../support/until.js'
import {
  createClient,
  type ClientKind,
  type Document,
  type DocumentOperation,
  type JavaScriptClient,
} from './javascript-clients.js'
import { checkVectors } from './vector-checks.js'

const [kind, folder, data, cert, key, authority] = process.argv.slice(2) as [
  ...[ClientKind, string, string],
  ...(string | undefined)[],
]

const TableName = 'Shop'
const IndexName = 'byOwner'
const attemptMsMax = 2_000

const port = await freePort()
let server = await startServer()
await createTable()
const endpoint = `${cert === undefined ? 'dax' : 'daxs'}://127.0.0.1:${port}`
const dax: JavaScriptClient = createClient(kind, { folder, endpoint })

try {
  await check('items of every type come back', allTypes)
  await check('conditions, updates and what they return', updates)
  await check('pages of queries and scans, also of an index', pages)
  await check('projections', projections)
  await check('batches', batches)
  await check('transactions, and why they fail', transactions)
  await check('errors have their types', errors)
  await check('consumed capacity', capacity)
  await check('vectors are searched', () => overHttp((client) => checkVectors(dax, client)))
  await check('goes on after a restart of the server', restart)
} finally {
  dax.close()
  await server.stop()
}
process.exit(0)

async function startServer(): Promise<ServerProcess> {
  const tls = cert === undefined ? [] : ['--tls-cert', cert, '--tls-key', key!]
  return startServerProcess({
    args: ['--data-dir', join(data, 'data'), '--dax', '--dax-port', String(port), ...tls],
    ...(authority !== undefined && { ca: readFileSync(authority) }),
  })
}

async function createTable(): Promise<void> {
  await overHttp((client) =>
    client.ask('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
        { AttributeName: 'owner', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName,
          KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  )
}

/** With a client of the same server that is none of DAX. */
async function overHttp(use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = clientOf({ url: server.url }, { ...testCredentials, region: 'us-east-1' })
  await use(client)
  client.sdk.destroy()
  client.streams.destroy()
}

async function check(name: string, run: () => Promise<void>): Promise<void> {
  let fault: string | null = null
  try {
    await run()
  } catch (error) {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  console.log(JSON.stringify({ name, fault }))
}

/** What a client makes of a value, in words that both clients share. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') }
  if (value instanceof Set) return { set: [...value].map(plain) }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  // Version 2 has sets of its own, which are JSON arrays.
  const { values } = value as { readonly values?: unknown }
  if (Array.isArray(values) && 'wrapperName' in value) return { set: values.map(plain) }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}

async function allTypes(): Promise<void> {
  const item = {
    pk: 'types',
    sk: -12.345,
    text: 'ä€😀',
    empty: '',
    whole: 42,
    large: 9007199254740991,
    fraction: 0.1,
    tiny: 0.00000001,
    bytes: Buffer.from([0, 255]),
    yes: true,
    no: false,
    nothing: null,
    list: [1, 'two', [3], { four: 4 }, []],
    map: { a: { b: { c: [true] } }, empty: {} },
    'na.me#:': 'odd',
    __count: 1,
  }
  await dax.call('put', { TableName, Item: item })
  for (const ConsistentRead of [true, false]) {
    const Key = { pk: 'types', sk: -12.345 }
    const { Item: got } = await dax.call('get', { TableName, Key, ConsistentRead })
    assert.deepEqual(plain(got), plain(item))
  }
  const none = await dax.call('get', { TableName, Key: { pk: 'types', sk: 0 } })
  assert.equal(none['Item'], undefined)
}

async function updates(): Promise<void> {
  const Key = { pk: 'update', sk: 1 }
  const put = await dax.call('put', {
    TableName,
    Item: { ...Key, n: 1, list: ['a'], map: { x: 1, y: 2 } },
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  assert.equal(put['Attributes'], undefined)
  const updated = await dax.call('update', {
    TableName,
    Key,
    UpdateExpression:
      'SET n = n + :one, #l = list_append(#l, :more), #m.x = if_not_exists(#m.z, :nine) REMOVE #m.y ADD hits :one',
    ConditionExpression: 'n BETWEEN :one AND :nine AND (size(#l) = :one OR begins_with(pk, :p))',
    ExpressionAttributeNames: { '#l': 'list', '#m': 'map' },
    ExpressionAttributeValues: { ':one': 1, ':nine': 9, ':more': ['b'], ':p': 'up' },
    ReturnValues: 'UPDATED_NEW',
  })
  assert.deepEqual(plain(updated['Attributes']), {
    n: 2,
    list: ['a', 'b'],
    map: { x: 9 },
    hits: 1,
  })
  const { Attributes: whole } = await dax.call('update', {
    TableName,
    Key,
    UpdateExpression: 'SET n = n - :one',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'ALL_OLD',
  })
  assert.deepEqual(plain(whole), { ...Key, n: 2, list: ['a', 'b'], map: { x: 9 }, hits: 1 })
  const { Attributes: gone } = await dax.call('delete', { TableName, Key, ReturnValues: 'ALL_OLD' })
  assert.deepEqual(plain(gone), { ...Key, n: 1, list: ['a', 'b'], map: { x: 9 }, hits: 1 })
}

async function pages(): Promise<void> {
  for (let sk = 1; sk <= 7; sk++) {
    await dax.call('put', { TableName, Item: { pk: 'page', sk, owner: 'me', v: sk * 1.5 } })
  }
  const all = { TableName, ExpressionAttributeValues: { ':p': 'page' } }
  const byKey = { ...all, KeyConditionExpression: 'pk = :p' }
  assert.deepEqual(await paged('query', { ...byKey, Limit: 3 }), [1, 2, 3, 4, 5, 6, 7])
  const backwards = { ...byKey, Limit: 3, ScanIndexForward: false }
  assert.deepEqual(await paged('query', backwards), [7, 6, 5, 4, 3, 2, 1])
  const ofIndex = {
    TableName,
    IndexName,
    KeyConditionExpression: '#o = :me',
    ExpressionAttributeNames: { '#o': 'owner' },
    ExpressionAttributeValues: { ':me': 'me' },
    Limit: 2,
  }
  const owned = [...(await paged('query', ofIndex))] as number[]
  assert.deepEqual(
    owned.sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7],
  )
  const filtered = { ...all, FilterExpression: 'pk = :p AND NOT v IN (:a, :b)' }
  const values = { ':p': 'page', ':a': 1.5, ':b': 3 }
  const scanned = await paged('scan', { ...filtered, ExpressionAttributeValues: values, Limit: 4 })
  assert.deepEqual(scanned, [3, 4, 5, 6, 7])
  const count = await dax.call('query', { ...byKey, Select: 'COUNT' })
  assert.deepEqual([count['Count'], count['ScannedCount'], count['Items']], [7, 7, undefined])
}

/** The sort keys of all pages. */
async function paged(
  operation: 'query' | 'scan',
  input: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const found: unknown[] = []
  let ExclusiveStartKey: unknown
  do {
    const page = await dax.call(operation, {
      ...input,
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
    })
    for (const { sk } of page['Items'] as readonly { readonly sk: unknown }[]) found.push(sk)
    ExclusiveStartKey = page['LastEvaluatedKey']
  } while (ExclusiveStartKey !== undefined)
  return found
}

async function projections(): Promise<void> {
  const Item = { pk: 'project', sk: 1, a: 1, l: [{ x: 1 }, { y: 2 }, { x: 3 }], m: { n: 'v' } }
  await dax.call('put', { TableName, Item })
  const ProjectionExpression = 'sk, a, l[1].y, l[2].x, l[0].y, m.n, missing'
  const expected = { sk: 1, a: 1, l: [{ y: 2 }, { x: 3 }], m: { n: 'v' } }
  const Key = { pk: 'project', sk: 1 }
  const got = await dax.call('get', { TableName, Key, ProjectionExpression })
  assert.deepEqual(plain(got['Item']), expected)
  const queried = await dax.call('query', {
    TableName,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': 'project' },
    ProjectionExpression,
  })
  assert.deepEqual(plain(queried['Items']), [expected])
  const batch = await dax.call('batchGet', {
    RequestItems: { [TableName]: { Keys: [Key], ProjectionExpression } },
  })
  assert.deepEqual(plain(batch['Responses']), { [TableName]: [expected] })
}

async function batches(): Promise<void> {
  const items = Array.from({ length: 20 }, (_, sk) => ({ pk: 'batch', sk, text: 'x'.repeat(sk) }))
  const puts = items.map((Item) => ({ PutRequest: { Item } }))
  await dax.call('batchWrite', { RequestItems: { [TableName]: puts } })
  const Keys = [...items.map(({ pk, sk }) => ({ pk, sk })), { pk: 'batch', sk: 99 }]
  const got = await dax.call('batchGet', { RequestItems: { [TableName]: { Keys } } })
  const { [TableName]: found } = got['Responses'] as Record<string, { readonly sk: number }[]>
  assert.deepEqual(plain(found!.sort((a, b) => a.sk - b.sk)), items)
  const deletes = items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))
  await dax.call('batchWrite', { RequestItems: { [TableName]: deletes } })
  const empty = await dax.call('batchGet', {
    RequestItems: { [TableName]: { Keys, ConsistentRead: true } },
  })
  assert.deepEqual((empty['Responses'] as Record<string, unknown[]>)[TableName] ?? [], [])
}

async function transactions(): Promise<void> {
  const Key = { pk: 'tx', sk: 1 }
  await dax.call('transactWrite', {
    TransactItems: [
      { Put: { TableName, Item: { ...Key, v: 1 } } },
      { Put: { TableName, Item: { pk: 'tx', sk: 2, v: 2 } } },
      {
        ConditionCheck: {
          TableName,
          Key: { pk: 'tx', sk: 3 },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ],
  })
  const got = await dax.call('transactGet', {
    TransactItems: [
      { Get: { TableName, Key } },
      { Get: { TableName, Key: { pk: 'tx', sk: 9 } } },
      { Get: { TableName, Key: { pk: 'tx', sk: 2 }, ProjectionExpression: 'v' } },
    ],
  })
  const items = (got['Responses'] as readonly { readonly Item?: unknown }[]).map(({ Item }) => Item)
  assert.deepEqual(plain(items), [{ ...Key, v: 1 }, undefined, { v: 2 }])
  const failing = dax.call('transactWrite', {
    TransactItems: [
      { Delete: { TableName, Key: { pk: 'tx', sk: 2 } } },
      {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'SET v = :two',
          ConditionExpression: 'v = :two',
          ExpressionAttributeValues: { ':two': 2 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ],
  })
  const error = await thrownBy(failing)
  assert.equal(error.code, 'TransactionCanceledException')
  const reasons = error.cancellationReasons as readonly {
    readonly Code: string
    readonly Item?: unknown
  }[]
  assert.deepEqual(
    reasons.map(({ Code }) => Code),
    ['None', 'ConditionalCheckFailed'],
  )
  assert.deepEqual(reasons[1]!.Item, { pk: { S: 'tx' }, sk: { N: '1' }, v: { N: '1' } })
}

interface ClientError extends Error {
  readonly code?: string
  readonly statusCode?: number
  readonly cancellationReasons?: unknown
}

async function thrownBy(call: Promise<unknown>): Promise<ClientError> {
  try {
    await call
  } catch (error) {
    return error as ClientError
  }
  throw new assert.AssertionError({ message: 'the call has to fail' })
}

async function errors(): Promise<void> {
  const Key = { pk: 'error', sk: 1 }
  const condition = { TableName, Item: Key, ConditionExpression: 'attribute_exists(pk)' }
  const failed = await thrownBy(dax.call('put', condition))
  assert.equal(failed.code, 'ConditionalCheckFailedException')
  assert.match(failed.message, /The conditional request failed/)
  const missing = await thrownBy(dax.call('get', { TableName: 'Nowhere', Key }))
  assert.equal(missing.code, 'ResourceNotFoundException')
  const update = { TableName, Key, UpdateExpression: 'SET pk = :x' }
  const values = { ExpressionAttributeValues: { ':x': 'y' } }
  const invalid = await thrownBy(dax.call('update', { ...update, ...values }))
  assert.equal(invalid.code, 'ValidationException')
  assert.match(invalid.message, /part of the key/)
  assert.equal(invalid.statusCode, 400)
  const large = await thrownBy(
    dax.call('put', { TableName, Item: { ...Key, text: 'x'.repeat(500_000) } }),
  )
  assert.match(large.message, /Item size has exceeded the maximum allowed size/)
}

async function capacity(): Promise<void> {
  const Item = { pk: 'capacity', sk: 1, owner: 'capacity' }
  const ReturnConsumedCapacity = 'INDEXES'
  const put = await dax.call('put', { TableName, Item, ReturnConsumedCapacity })
  assert.deepEqual(plain(put['ConsumedCapacity']), {
    TableName,
    CapacityUnits: 2,
    Table: { CapacityUnits: 1 },
    GlobalSecondaryIndexes: { [IndexName]: { CapacityUnits: 1 } },
  })
  const Key = { pk: 'capacity', sk: 1 }
  const got = await dax.call('transactGet', {
    TransactItems: [{ Get: { TableName, Key } }],
    ReturnConsumedCapacity: 'TOTAL',
  })
  const consumed = [{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }]
  assert.deepEqual(plain(got['ConsumedCapacity']), consumed)
}

/** The attribute lists that the client remembers have to mean the same afterwards. */
async function restart(): Promise<void> {
  const item = (sk: number) => ({ pk: 'restart', sk, first: sk, second: 'b' })
  await dax.call('put', { TableName, Item: item(1) })
  await server.stop()
  server = await startServer()
  await eventually('put', { TableName, Item: item(2) })
  await eventually('put', { TableName, Item: { pk: 'restart', sk: 3, other: 'list' } })
  const found = await eventually('query', {
    TableName,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': 'restart' },
    ConsistentRead: true,
  })
  const expected = [item(1), item(2), { pk: 'restart', sk: 3, other: 'list' }]
  assert.deepEqual(plain(found['Items']), expected)
}

/** These clients never settle a request on a connection that was closed while they did not use it. */
async function eventually(operation: DocumentOperation, input: Document): Promise<Document> {
  let answer: Document | undefined
  const isAnswered = async (): Promise<boolean> => {
    const asked = dax.call(operation, input).catch(() => undefined)
    answer = await Promise.race([asked, pause(attemptMsMax, undefined)])
    return answer !== undefined
  }
  await until(isAnswered, () => 'the client has not come back')
  return answer!
}
