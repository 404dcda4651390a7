/** What has to be true once nothing is under way: of items, indexes, totals and streams. */
import assert from 'node:assert/strict'
import { verifyTable } from '../../../src/items/verify.js'
import { itemSizeBytes } from '../../../src/model/item-size.js'
import type { Json } from '../../../src/operations/database-suite.js'
import { testCaller } from '../../../src/operations/json-call-suite.js'
import { readStream, type ItemStory } from '../replication/streams.js'
import { changesOf, type Items, type State } from './model.js'
import { newRunning, runAs } from './running.js'
import { indexes, keyText, type IndexName, type TableName } from './tables.js'
import { textIn, type Item } from './values.js'
import type { World } from './world.js'

export type AskFor = (operation: string, input: Json) => Promise<Json>

/** What clients can see: of a state that the tables have to have. */
export async function checkTables(state: State, ask: AskFor): Promise<void> {
  for (const [table, items] of state.tables) {
    const description = await describe(ask, table)
    assert.deepEqual(await scanned(ask, { TableName: table }), byKey(items.values()), table)
    assert.deepEqual(totalsOf(description), totalsOfItems(items), `totals of ${table}`)
    for (const index of activeIndexes(description)) {
      const expected = byKey(entriesOf(items, index.IndexName))
      const found = await scanned(ask, { TableName: table, IndexName: index.IndexName })
      assert.deepEqual(found, expected, `index ${index.IndexName}`)
      assert.equal(index.ItemCount, expected.length, `entries counted in ${index.IndexName}`)
    }
    const { LatestStreamArn } = description
    if (LatestStreamArn !== undefined) await checkStream(state, ask, LatestStreamArn)
  }
}

/** … and what is stored. */
export async function checkEnd(world: World): Promise<void> {
  const { state } = world.tracker
  await checkTables(state, (operation, input) => askWorld(world, operation, input))
  for (const table of state.tables.keys()) await checkStored(world, table)
}

interface Description {
  readonly ItemCount: number
  readonly TableSizeBytes: number
  readonly LatestStreamArn?: string
  readonly LocalSecondaryIndexes?: readonly DescribedIndex[]
  readonly GlobalSecondaryIndexes?: readonly DescribedIndex[]
}

interface DescribedIndex {
  readonly IndexName: IndexName
  readonly IndexStatus?: string
  readonly ItemCount: number
}

async function askWorld(world: World, operation: string, input: Json): Promise<Json> {
  const answered = await world.ask({ kind: 'other', operation, input }, world.servers[0])
  if (answered.kind !== 'done') assert.fail(`${operation}: ${JSON.stringify(answered)}`)
  return answered.answer
}

async function describe(ask: AskFor, TableName: TableName): Promise<Description> {
  const { Table } = await ask('DescribeTable', { TableName })
  return Table as Description
}

function activeIndexes({
  LocalSecondaryIndexes: local = [],
  GlobalSecondaryIndexes: global = [],
}: Description): readonly DescribedIndex[] {
  return [...local, ...global.filter(({ IndexStatus }) => IndexStatus === 'ACTIVE')]
}

async function scanned(ask: AskFor, input: Json): Promise<readonly Item[]> {
  const items: Item[] = []
  let ExclusiveStartKey: unknown
  do {
    const page = await ask('Scan', { ...input, ExclusiveStartKey, Limit: 7 })
    items.push(...(page['Items'] as readonly Item[]))
    ExclusiveStartKey = page['LastEvaluatedKey']
  } while (ExclusiveStartKey !== undefined)
  return byKey(items)
}

function byKey(items: Iterable<Item>): readonly Item[] {
  return [...items].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
}

function entriesOf(items: Items, name: IndexName): readonly Item[] {
  const { partition, sort } = indexes[name]
  return [...items.values()].filter((item) => partition in item && sort in item)
}

function totalsOf({ ItemCount, TableSizeBytes }: Description) {
  return { ItemCount, TableSizeBytes }
}

function totalsOfItems(items: Items) {
  const sizes = [...items.values()].map((item) => itemSizeBytes(item))
  return { ItemCount: items.size, TableSizeBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Every entry is one that the items imply, and none is missing. */
async function checkStored({ servers }: World, name: TableName): Promise<void> {
  const { database, engine } = servers[0]!
  const { faults } = await runAs(newRunning(), async () => {
    return verifyTable(engine, await database.catalog.requireTable(testCaller, name))
  })
  assert.deepEqual(faults, [])
}

/** The stream has each change once, in the order in which the items of a partition changed. */
async function checkStream(state: State, ask: AskFor, StreamArn: string): Promise<void> {
  const told = await readStream(ask, StreamArn)
  const expected = new Map<string, ItemStory[]>()
  for (const { before, after } of changesOf(state, 'main')) {
    const partition = textIn((after ?? before)!, 'pk')!
    expected.set(partition, [...(expected.get(partition) ?? []), { before, after }])
  }
  const partitions = new Set([...told.keys(), ...expected.keys()])
  for (const partition of partitions) {
    const changes = [told, expected].map((each) => each.get(partition) ?? [])
    assert.deepEqual(changes[0], changes[1], `changes in partition ${partition}`)
  }
}
