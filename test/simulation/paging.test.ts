/**
 * Random paging on the engine under test: whatever the source, limit, direction, bounds, filter and
 * start key (even that of a deleted item), the pages together visit each match once and in one
 * order; and the segments of a parallel scan divide the items between them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { withServer } from '../support/engine-servers.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { findsOneAtMost, meets, randomKeyCondition, writeKeyCondition } from './key-conditions.js'
import {
  identityOf,
  isIn,
  positionOf,
  randomItems,
  randomKeyTypes,
  shapeOf,
  sources,
  tableKeys,
  type Source,
} from './paging-table.js'
import { Placeholders } from './placeholders.js'
import { compare, spell, spellDocument, type Document } from './values.js'

const tableCount = 3
const itemCount = 90
const queriesPerTable = 60
const scansPerTable = 15

describe(`random paging, engine ${engineUnderTest} (seed ${seed})`, () => {
  it('visits each match once', async () => {
    await withServer(async (client) => {
      for (let n = 0; n < tableCount; n++) await checkTable(client, chanceOf(seed + n))
    })
  })
})

/** A table whose order was recorded before some of its items were deleted. */
interface Library {
  readonly client: Client
  readonly tableName: string
  readonly items: readonly Document[]
  readonly gone: ReadonlySet<string>
  /** All items in the order of a whole Scan, by source. */
  readonly scanned: ReadonlyMap<Source, readonly Document[]>
}

async function checkTable(client: Client, chance: Chance): Promise<void> {
  const types = randomKeyTypes(chance)
  const items = randomItems(chance, types, itemCount)
  const tableName = await client.createTable(shapeOf(types))
  const ask = (operation: string, input: Json): Promise<Json> =>
    client.ask(operation, { TableName: tableName, ...input })
  for (const Item of items) await ask('PutItem', { Item })
  const fresh = { client, tableName, items, gone: new Set<string>(), scanned: new Map() }
  const scanned = new Map<Source, readonly Document[]>()
  for (const source of sources) scanned.set(source, await learnScanOrder(fresh, source))
  const leaving = items.filter(() => chance() < 0.2)
  const orders = await learnQueryOrders({ ...fresh, scanned })
  for (const item of leaving) await ask('DeleteItem', { Key: keyOf(item) })
  const library = { ...fresh, scanned, gone: new Set(leaving.map(identityOf)) }
  for (let n = 0; n < queriesPerTable; n++) await checkQuery(library, orders, chance)
  for (let n = 0; n < scansPerTable; n++) await checkScan(library, chance)
  for (let n = 0; n < scansPerTable; n++) await checkSegments(library, chance)
}

const keyOf = (item: Document): Document =>
  Object.fromEntries(tableKeys.map((name) => [name, item[name]!]))

async function learnScanOrder(library: Library, source: Source): Promise<readonly Document[]> {
  const found = await walk(library, 'Scan', source, {})
  const expected = library.items.filter((item) => isIn(item, source))
  assert.deepEqual(identities(found).toSorted(), identities(expected).toSorted(), source.name)
  return wholeItems(library, found)
}

/** By source and hash attributes: the items of a partition in the order of a whole Query. */
type Orders = ReadonlyMap<string, readonly Document[]>

const partitionName = (source: Source, item: Document): string =>
  `${source.name} ${source.hash.map((name) => spell(item[name]!)).join(' ')}`

async function learnQueryOrders(library: Library): Promise<Orders> {
  const orders = new Map<string, readonly Document[]>()
  for (const source of sources) {
    for (const item of library.items.filter((one) => isIn(one, source))) {
      const name = partitionName(source, item)
      if (!orders.has(name)) orders.set(name, await learnQueryOrder(library, source, item))
    }
  }
  return orders
}

async function learnQueryOrder(library: Library, source: Source, item: Document) {
  const placeholders = new Placeholders()
  const whole = randomKeyCondition(() => 0, source, item, item)
  const KeyConditionExpression = writeKeyCondition(whole, placeholders)
  const input = { KeyConditionExpression, ...placeholders.members() }
  const found = wholeItems(library, await walk(library, 'Query', source, input))
  const expected = library.items.filter((one) => isIn(one, source) && meets(whole, one))
  assert.deepEqual(identities(found).toSorted(), identities(expected).toSorted(), source.name)
  found.forEach((one, index) => {
    const before = found[index - 1]
    if (before !== undefined) assert.ok(areInOrder(before, one, source), `order of ${source.name}`)
  })
  return found
}

function areInOrder(before: Document, after: Document, source: Source): boolean {
  for (const name of source.range) {
    const order = compare(before[name]!, after[name]!)!
    if (order !== 0) return order < 0
  }
  return true
}

async function checkQuery(library: Library, orders: Orders, chance: Chance): Promise<void> {
  const source = oneOf(chance, sources)
  const all = library.items.filter((item) => isIn(item, source))
  if (all.length === 0) return
  const item = oneOf(chance, all)
  const order = orders.get(partitionName(source, item))!
  const conditions = randomKeyCondition(chance, source, item, oneOf(chance, all))
  const forward = chance() < 0.5
  const matching = order.filter((one) => meets(conditions, one))
  const placeholders = new Placeholders()
  const input = {
    KeyConditionExpression: writeKeyCondition(conditions, placeholders),
    ScanIndexForward: forward,
  }
  const directed = forward ? matching : matching.toReversed()
  const restarts = !findsOneAtMost(source, conditions)
  const read = { operation: 'Query', source, order: directed, input, placeholders } as const
  await checkWalk(library, read, chance, restarts)
}

async function checkScan(library: Library, chance: Chance): Promise<void> {
  const source = oneOf(chance, sources)
  const order = library.scanned.get(source)!
  const placeholders = new Placeholders()
  await checkWalk(library, { operation: 'Scan', source, order, input: {}, placeholders }, chance)
}

/** A read, and the items that it must find, in order. */
interface OrderedRead {
  readonly operation: 'Query' | 'Scan'
  readonly source: Source
  readonly order: readonly Document[]
  readonly input: Json
  readonly placeholders: Placeholders
}

/** From any start, with any page size, through any filter: the items that follow, each once. */
async function checkWalk(
  library: Library,
  read: OrderedRead,
  chance: Chance,
  restarts = true,
): Promise<void> {
  const { operation, source, order, input, placeholders } = read
  const start = restarts && chance() < 0.5 ? below(chance, order.length + 1) - 1 : -1
  const color = source.hasAll && chance() < 0.3 ? String(below(chance, 3)) : undefined
  const whole = {
    ...input,
    ...randomLimit(chance),
    ...(start < 0 ? {} : { ExclusiveStartKey: positionOf(order[start]!, source) }),
    ...(color === undefined
      ? {}
      : { FilterExpression: `color = ${placeholders.value({ N: color })}` }),
    ...placeholders.members(),
  }
  const found = await walk(library, operation, source, whole)
  const expected = order
    .slice(start + 1)
    .filter((item) => !library.gone.has(identityOf(item)))
    .filter((item) => color === undefined || item['color']!.N === color)
  const context = `seed ${seed}, ${source.name}: ${JSON.stringify(whole)}`
  assert.deepEqual(identities(found), identities(expected), context)
}

async function checkSegments(library: Library, chance: Chance): Promise<void> {
  const source = oneOf(chance, sources)
  const TotalSegments = 1 + below(chance, 8)
  const segments = await Promise.all(
    Array.from({ length: TotalSegments }, (_, Segment) =>
      walk(library, 'Scan', source, { Segment, TotalSegments, ...randomLimit(chance) }),
    ),
  )
  const expected = library.scanned
    .get(source)!
    .filter((item) => !library.gone.has(identityOf(item)))
  assert.deepEqual(
    identities(segments.flat()).toSorted(),
    identities(expected).toSorted(),
    `seed ${seed}: ${TotalSegments} segments of ${source.name}`,
  )
}

function randomLimit(chance: Chance): Json {
  return chance() < 0.2 ? {} : { Limit: 1 + below(chance, 12) }
}

/** Reads page after page, and checks the rules that every page must follow. */
async function walk(
  { client, tableName, items }: Library,
  operation: 'Query' | 'Scan',
  source: Source,
  input: Json,
): Promise<readonly Document[]> {
  const found: Document[] = []
  const IndexName = source.indexName === undefined ? {} : { IndexName: source.indexName }
  let position: Json = {}
  for (let pages = 0; pages <= items.length + 1; pages++) {
    const request = { TableName: tableName, ...IndexName, ...input, ...position }
    const page = (await client.ask(operation, request)) as unknown as Page
    assert.equal(page.Count, page.Items.length)
    assert.ok(page.ScannedCount <= ((input['Limit'] as number | undefined) ?? Infinity))
    found.push(...page.Items)
    if (page.LastEvaluatedKey === undefined) return found
    const last = page.Items.at(-1)
    if (last !== undefined && input['FilterExpression'] === undefined) {
      assert.deepEqual(
        spellDocument(page.LastEvaluatedKey),
        spellDocument(positionOf(last, source)),
      )
    }
    position = { ExclusiveStartKey: page.LastEvaluatedKey }
  }
  throw new Error(`seed ${seed}: pages without end: ${JSON.stringify(input)}`)
}

interface Page {
  readonly Items: readonly Document[]
  readonly Count: number
  readonly ScannedCount: number
  readonly LastEvaluatedKey?: Document
}

/** Entries of an index may hold keys only; the model has the whole items. */
function wholeItems({ items }: Library, found: readonly Document[]): readonly Document[] {
  const byIdentity = new Map(items.map((item) => [identityOf(item), item]))
  return found.map((entry) => byIdentity.get(identityOf(entry))!)
}

function identities(items: readonly Document[]): readonly string[] {
  return items.map(identityOf)
}
