/** What has to hold once everything has settled. */
import assert from 'node:assert/strict'
import type { Json } from '../../support/client.js'
import { keyOf, outcomeOf, type HistoricWrite } from './history.js'
import { readStream, type ItemStory } from './streams.js'
import { regions, TableName } from './regions.js'
import type { World } from './world.js'

export async function requireConvergence(
  world: World,
  early: readonly HistoricWrite[],
): Promise<void> {
  const writes = [...early, ...(await world.history())]
  requireAcknowledged(world, writes)
  const outcome = outcomeOf(writes)
  for (const region of regions) {
    const items = await itemsOf(world, region)
    assert.deepEqual(items, outcome, `${region} does not have the latest writes`)
    await requireIndex(world, region, items)
    requireStream(region, items, await storiesOf(world, region))
  }
}

/** Nothing that a client was promised is missing from the history of its region. */
function requireAcknowledged({ acknowledged }: World, writes: readonly HistoricWrite[]): void {
  const known = new Set(writes.map(({ item }) => (item?.['mark'] as { S: string } | undefined)?.S))
  for (const mark of acknowledged) {
    assert.ok(known.has(mark), `the acknowledged write ${mark} is not in the log`)
  }
}

async function itemsOf(world: World, region: string): Promise<ReadonlyMap<string, Json>> {
  const { Items } = await world.ask('Scan', { TableName, ConsistentRead: true }, region)
  return byKey(Items as readonly Json[])
}

function byKey(items: readonly Json[]): ReadonlyMap<string, Json> {
  const entries = items.map((item) => [keyOf(item), item] as const)
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function requireIndex(
  world: World,
  region: string,
  items: ReadonlyMap<string, Json>,
): Promise<void> {
  const { Items } = await world.ask('Scan', { TableName, IndexName: 'groups' }, region)
  const expected = [...items.values()].filter((item) => 'grp' in item)
  assert.deepEqual(byKey(Items as readonly Json[]), byKey(expected), `the index in ${region}`)
}

async function storiesOf(
  world: World,
  region: string,
): Promise<ReadonlyMap<string, readonly ItemStory[]>> {
  const { Table } = await world.ask('DescribeTable', { TableName }, region)
  const { LatestStreamArn } = Table as { readonly LatestStreamArn: string }
  return readStream((operation, input) => world.ask(operation, input, region), LatestStreamArn)
}

/** Each record goes on where the one before it ended, and the last one is the item as it is. */
function requireStream(
  region: string,
  items: ReadonlyMap<string, Json>,
  stories: ReadonlyMap<string, readonly ItemStory[]>,
): void {
  for (const [key, story] of stories) {
    story.forEach(({ before }, at) => {
      const last = at === 0 ? before : story[at - 1]!.after
      assert.deepEqual(before, last, `record ${at} of ${key} in ${region} does not follow`)
    })
    assert.deepEqual(story.at(-1)!.after, items.get(key), `the stream of ${region} ends elsewhere`)
  }
}
