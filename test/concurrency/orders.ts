/**
 * Indexes under many writers: orders whose index keys appear, change and disappear, through every
 * kind of write. At the same time queries of the indexes see only matching entries, in order, and a
 * writer finds its own order in the local index at once. At the end every index holds exactly what
 * the items imply.
 */
import assert from 'node:assert/strict'
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { attribute, hash, onDemand, projectAll, range } from '../support/tables.js'
import { reasonsOf } from './registers.js'
import { itemsOfAll } from './whole-table.js'

type Order = Readonly<Record<string, { readonly S?: string; readonly N?: string }>>

interface Index {
  readonly name: string
  readonly keys: readonly string[]
  /** What entries hold besides the keys of index and table; undefined means everything. */
  readonly also: readonly string[] | undefined
}

const tableKeys = ['customer', 'order']
const indexes: readonly Index[] = [
  { name: 'by-date', keys: ['customer', 'date'], also: undefined },
  { name: 'by-state', keys: ['state', 'date'], also: ['amount'] },
  { name: 'by-shelf', keys: ['region', 'product', 'date', 'amount'], also: [] },
]

const shape: Json = {
  AttributeDefinitions: [
    ...['customer', 'order', 'date', 'state', 'region', 'product'].map((name) =>
      attribute(name, 'S'),
    ),
    attribute('amount', 'N'),
  ],
  KeySchema: [hash('customer'), range('order')],
  LocalSecondaryIndexes: [
    { IndexName: 'by-date', KeySchema: [hash('customer'), range('date')], Projection: projectAll },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-state',
      KeySchema: [hash('state'), range('date')],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['amount'] },
    },
    {
      IndexName: 'by-shelf',
      KeySchema: [hash('region'), hash('product'), range('date'), range('amount')],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  ...onDemand,
}

const customers = ['ada', 'bob', 'eve']
const states = ['open', 'paid', 'sent']
const orders = 40

export class Orders {
  readonly #client: Client
  readonly #tableName: string
  #version = 0

  static async create(client: Client): Promise<Orders> {
    return new Orders(client, await client.createTable(shape))
  }

  private constructor(client: Client, tableName: string) {
    this.#client = client
    this.#tableName = tableName
  }

  /** Makes one request of one client. */
  async act(chance: Chance, writer: number): Promise<void> {
    const acts: readonly (() => Promise<unknown>)[] = [
      () => this.#ask('PutItem', { Item: randomOrder(chance) }),
      () => this.#ask('UpdateItem', { Key: randomKey(chance), ...randomUpdate(chance) }),
      () => this.#ask('UpdateItem', { Key: randomKey(chance), ...randomUpdate(chance) }),
      () => this.#ask('DeleteItem', { Key: randomKey(chance) }),
      () => this.#batch(chance),
      () => this.#transaction(chance),
      () => this.#moveOwn(writer),
      () => this.#queryState(oneOf(chance, states), chance() < 0.5),
      () => this.#queryShelf(chance),
    ]
    await acts[below(chance, acts.length)]!()
  }

  /** Compares every index with the items, and returns how many entries there were. */
  async settle(): Promise<number> {
    const items = (await this.#all('Scan', {})) as readonly Order[]
    let entries = 0
    for (const index of indexes) {
      const implied = items.filter((item) => index.keys.every((key) => item[key] !== undefined))
      const expected = implied.map((item) => projected(item, index))
      const scanned = await this.#all('Scan', { IndexName: index.name })
      assert.deepEqual(sorted(scanned), sorted(expected), `${index.name} differs from its items`)
      entries += scanned.length
    }
    await this.#settleQueries(items)
    return entries
  }

  async #settleQueries(items: readonly Order[]): Promise<void> {
    for (const state of states) {
      const found = await this.#all('Query', queryOfState(state))
      const expected = items.filter((item) => item['state']?.S === state && item['date'])
      assert.deepEqual(sorted(found), sorted(expected.map((item) => projected(item, indexes[1]!))))
    }
  }

  async #batch(chance: Chance): Promise<void> {
    const keys = someOf(chance, everyKey, 5)
    const requests = keys.map((Key) =>
      chance() < 0.3
        ? { DeleteRequest: { Key } }
        : { PutRequest: { Item: { ...randomOrder(chance), ...Key } } },
    )
    let left: Json = { [this.#tableName]: requests }
    // Unprocessed items are sent again, as the service recommends.
    while (Object.keys(left).length > 0) {
      const answer = await this.#client.ask('BatchWriteItem', { RequestItems: left })
      left = answer['UnprocessedItems'] as Json
    }
  }

  async #transaction(chance: Chance): Promise<void> {
    const TableName = this.#tableName
    const [put, update, gone, checked] = someOf(chance, everyKey, 4)
    const answer = await this.#client.call('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName, Item: { ...randomOrder(chance), ...put } } },
        { Update: { TableName, Key: update, ...randomUpdate(chance) } },
        { Delete: { TableName, Key: gone } },
        {
          ConditionCheck: {
            TableName,
            Key: checked,
            ConditionExpression: 'attribute_not_exists(customer) OR attribute_exists(#date)',
            ExpressionAttributeNames: { '#date': 'date' },
          },
        },
      ],
    })
    if (answer.status === 200) return
    const codes = new Set(reasonsOf(answer).map(({ Code }) => Code))
    codes.delete('None')
    codes.delete('ConditionalCheckFailed')
    codes.delete('TransactionConflict')
    assert.deepEqual([...codes], [])
  }

  /** A local index can be read consistently: a writer's own order is where it was just put. */
  async #moveOwn(writer: number): Promise<void> {
    const version = String(this.#version++)
    const own = { customer: { S: 'ada' }, order: { S: `own-${writer}` } }
    const Item = { ...own, date: { S: `own-date-${version}` }, version: { N: version } }
    await this.#ask('PutItem', { Item })
    const page = await this.#ask('Query', {
      IndexName: 'by-date',
      ConsistentRead: true,
      KeyConditionExpression: 'customer = :customer AND begins_with(#date, :own)',
      FilterExpression: '#order = :order',
      ExpressionAttributeNames: { '#date': 'date', '#order': 'order' },
      ExpressionAttributeValues: {
        ':customer': { S: 'ada' },
        ':own': { S: 'own-date-' },
        ':order': own.order,
      },
    })
    // Writers of several servers would share the name; within one process, this order has one
    // writer.
    assert.deepEqual(page['Items'], [Item], 'a consistent query of a local index')
  }

  async #queryState(state: string, forward: boolean): Promise<void> {
    const page = await this.#ask('Query', { ...queryOfState(state), ScanIndexForward: forward })
    const items = page['Items'] as readonly Order[]
    const dates = items.map((item) => item['date']!.S!)
    const ascending = forward ? dates : dates.toReversed()
    assert.deepEqual(ascending, ascending.toSorted(), 'entries in the order of their keys')
    const names = new Set(items.map(({ customer, order }) => `${customer!.S}/${order!.S}`))
    assert.equal(names.size, items.length, 'one entry for each item')
    assert.ok(items.every((item) => item['state']!.S === state))
  }

  async #queryShelf(chance: Chance): Promise<void> {
    const amount = below(chance, 10)
    const page = await this.#ask('Query', {
      IndexName: 'by-shelf',
      KeyConditionExpression:
        '#region = :region AND product = :product AND #date = :date AND amount >= :amount',
      ExpressionAttributeNames: { '#region': 'region', '#date': 'date' },
      ExpressionAttributeValues: {
        ':region': { S: oneOf(chance, regions) },
        ':product': { S: oneOf(chance, products) },
        ':date': { S: oneOf(chance, dates) },
        ':amount': { N: String(amount) },
      },
    })
    const amounts = (page['Items'] as readonly Order[]).map((item) => Number(item['amount']!.N))
    assert.ok(amounts.every((found) => found >= amount))
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => a - b),
    )
  }

  #all(operation: 'Query' | 'Scan', input: Json): Promise<readonly Json[]> {
    return itemsOfAll(this.#client, operation, { TableName: this.#tableName, ...input })
  }

  /** Retries what conflicted with other clients, as an SDK does. */
  async #ask(operation: string, input: Json): Promise<Json> {
    for (;;) {
      const body = { TableName: this.#tableName, ...input }
      const answer = await this.#client.call(operation, body)
      if (answer.status === 200) return answer.body
      assert.equal(answer.type, 'TransactionConflictException', answer.message)
    }
  }
}

const regions = ['north', 'south']
const products = ['pen', 'ink']
const dates = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04']

/** Attributes that an order may have or lack, all except one of them keys of some index. */
const choices: Readonly<Record<string, (chance: Chance) => Json>> = {
  date: (chance) => ({ S: oneOf(chance, dates) }),
  state: (chance) => ({ S: oneOf(chance, states) }),
  region: (chance) => ({ S: oneOf(chance, regions) }),
  product: (chance) => ({ S: oneOf(chance, products) }),
  amount: (chance) => ({ N: String(below(chance, 10)) }),
  note: (chance) => ({ S: `note ${below(chance, 3)}` }),
}

const everyKey: readonly Json[] = Array.from({ length: orders }, (_, n) => ({
  customer: { S: customers[n % customers.length]! },
  order: { S: `order-${n}` },
}))

const randomKey = (chance: Chance): Json => oneOf(chance, everyKey)

function randomOrder(chance: Chance): Json {
  const given = Object.entries(choices).filter(() => chance() < 0.8)
  const attributes = given.map(([name, choose]) => [name, choose(chance)])
  return { ...randomKey(chance), ...(Object.fromEntries(attributes) as Json) }
}

/** Sets one attribute and removes another. */
function randomUpdate(chance: Chance): Json {
  const [set, removed] = someOf(chance, Object.keys(choices), 2)
  return {
    UpdateExpression: 'SET #set = :value REMOVE #removed',
    ExpressionAttributeNames: { '#set': set, '#removed': removed },
    ExpressionAttributeValues: { ':value': choices[set!]!(chance) },
  }
}

function queryOfState(state: string): Json {
  return {
    IndexName: 'by-state',
    KeyConditionExpression: '#state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': { S: state } },
  }
}

function projected(item: Order, { keys, also }: Index): Json {
  if (also === undefined) return item
  const kept = new Set([...tableKeys, ...keys, ...also])
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)))
}

/** As sorted lines, so that the order of the answers does not matter. */
function sorted(items: readonly Json[]): readonly string[] {
  const line = (item: Json): string =>
    JSON.stringify(
      Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
  return items.map(line).toSorted()
}
