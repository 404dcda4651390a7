/**
 * Reads that auto scaling changes. AWS: each region scales its reads by its own load, so they are its own; writes
 * reach every region and are those of all.
 */
import type { TableUpdate } from '../../catalog/rules/table-update.js'
import type { TableDefinition } from '../../model/table.js'
import type { GlobalTable, GroupMember } from '../global-table.js'
import { withChanged } from '../members.js'
import type { MemberUpdate } from './member-update.js'

/** The record after a change of reads alone; undefined if the update changes anything else. */
export function scaledReads(
  group: GlobalTable,
  own: GroupMember,
  { current, update }: MemberUpdate,
): GlobalTable | undefined {
  const { overrides = {} } = own
  const reads = readsAlone(current, update)
  if (reads === undefined) return undefined
  const { indexName, readUnits } = reads
  if (indexName === undefined) {
    return withChanged(group, own, { overrides: { ...overrides, readUnits } })
  }
  const index = { ...overrides.indexes?.[indexName], readUnits }
  const indexes = { ...overrides.indexes, [indexName]: index }
  return withChanged(group, own, { overrides: { ...overrides, indexes } })
}

interface ScaledUnits {
  readonly indexName?: string
  readonly readUnits: number
}

function readsAlone(
  { billing, indexes }: TableDefinition,
  { throughput, indexUpdates, attributeTypes: _types, ...others }: TableUpdate,
): ScaledUnits | undefined {
  if (Object.values(others).some((change) => change !== undefined)) return undefined
  if (throughput !== undefined && indexUpdates === undefined) {
    const isSame = throughput.writeUnits === billing.throughput.writeUnits
    return isSame ? { readUnits: throughput.readUnits } : undefined
  }
  const [update, another] = indexUpdates ?? []
  if (update?.kind !== 'change' || another !== undefined || throughput !== undefined) {
    return undefined
  }
  const index = indexes.find(({ name }) => name === update.name)
  const wanted = update.throughput
  const isSame = wanted !== undefined && wanted.writeUnits === index?.throughput?.writeUnits
  return isSame ? { indexName: update.name, readUnits: wanted.readUnits } : undefined
}
