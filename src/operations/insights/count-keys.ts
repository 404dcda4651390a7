/** Counts the keys of what requests touch, for tables whose keys are to be counted. */
import type { Demand, UnmetDemand } from '../../capacity/demand.js'
import { unitsOf } from '../../capacity/units.js'
import type { Table } from '../../catalog/table.js'
import type { KeyTraffic } from '../../insights/key-traffic.js'
import { shownKeyOf, type KeyRoles } from '../../insights/shown-key.js'
import { subjectItem, type Touch, type Work } from '../../items/work.js'
import type { Item } from '../../model/item.js'
import type { IndexDefinition } from '../../model/table.js'
import type { Clock } from '../../stdx/clock.js'
import type { Operation } from '../operation.js'
import { ItemDemand } from '../throttling/item-demand.js'

/** AWS: a write unit counts as much as three read units. */
const weightOfWrites = 3

/** AWS: statements are not counted. */
const uncounted: ReadonlySet<string> = new Set([
  'BatchExecuteStatement',
  'ExecuteStatement',
  'ExecuteTransaction',
])

export function countKeys(
  traffic: KeyTraffic,
  { definition }: Operation,
  work: Work,
  clock: Clock,
): void {
  if (traffic.isIdle || uncounted.has(definition.name)) return
  const nowMs = clock.now()
  for (const touch of work) countTouch(traffic, touch, nowMs)
}

function countTouch(traffic: KeyTraffic, touch: Touch, nowMs: number): void {
  const target = countedTarget(traffic, touch.table, touch.indexName)
  const item = target && subjectItem(touch)
  const key = item && shownKeyOf(target.roles, item)
  if (key === undefined) return
  const weight = unitsOf(touch) * (touch.kind === 'write' ? weightOfWrites : 1)
  traffic.accessed(target!, key, weight, nowMs)
}

/** A key that had to wait. AWS: not counted if it waited for an index. */
export function countThrottled(
  traffic: KeyTraffic,
  demand: Demand,
  unmet: UnmetDemand,
  clock: Clock,
): void {
  if (traffic.isIdle || unmet.indexName !== demand.indexName) return
  const target = countedTarget(traffic, demand.table, demand.indexName)
  if (target === undefined || !(demand instanceof ItemDemand)) return
  const key = shownKeyOf(target.roles, demandedItem(target.roles, demand))
  if (key !== undefined) traffic.throttled(target, key, clock.now())
}

/** As far as the request names one value for an attribute. */
function demandedItem({ partition, sort }: KeyRoles, { valuesOf }: ItemDemand): Item {
  const named = [...partition, ...sort].map(({ name }) => [name, valuesOf(name)] as const)
  return Object.fromEntries(
    named.flatMap(([name, values]) => (values?.length === 1 ? [[name, values[0]!]] : [])),
  )
}

/** AWS: what is read or written of a local index belongs to its table. */
function countedTarget(traffic: KeyTraffic, table: Table, indexName: string | undefined) {
  const index = indexName === undefined ? undefined : globalIndexOf(table, indexName)
  if (!traffic.counts(table.id, index?.name)) return undefined
  const roles = index?.keySchema ?? rolesOf(table)
  return { tableId: table.id, ...(index && { indexName: index.name }), roles }
}

function globalIndexOf({ indexes }: Table, indexName: string): IndexDefinition | undefined {
  return indexes.find(({ name, kind }) => kind === 'global' && name === indexName)
}

function rolesOf({ keySchema: { partition, sort } }: Table): KeyRoles {
  return { partition: [partition], sort: sort === undefined ? [] : [sort] }
}
