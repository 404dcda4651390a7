/** What can be changed of a member's table, and what that means for the others. */
import type { TableUpdate } from '../../catalog/rules/table-update.js'
import { invalidParameter } from '../../model/errors.js'
import type { GlobalTable, GroupMember, IndexOverrides, MemberOverrides } from '../global-table.js'
import { withSettingsOf } from '../members.js'

export function checkMemberUpdate({ stream, encryption }: TableUpdate): void {
  if (stream?.enabled === false) {
    throw invalidParameter('Disabling Stream is not allowed for a Global Table replica.')
  }
  if (encryption !== undefined) {
    throw invalidParameter('KMSMasterKeyId must be specified for each replica.')
  }
}

/** AWS: protection is each member's own. */
export function isShared({ deletionProtection: _protection, ...others }: TableUpdate): boolean {
  return Object.values(others).some((change) => change !== undefined)
}

/** The record after a change that all members follow. AWS: what changes for all is nobody's own any more. */
export function sharedUpdate(
  group: GlobalTable,
  own: GroupMember,
  update: TableUpdate,
): GlobalTable {
  const members = group.members.map(({ overrides, ...member }) => {
    const kept = overrides && keptOverrides(overrides, update)
    return kept === undefined || Object.keys(kept).length === 0
      ? member
      : { ...member, overrides: kept }
  })
  return withSettingsOf({ ...group, members }, own)
}

function keptOverrides(overrides: MemberOverrides, update: TableUpdate): MemberOverrides {
  const { tableClass, indexes, kmsKeyArn, ...reads } = overrides
  const kept = keptIndexes(indexes, update)
  return {
    ...keptReads(reads, update),
    ...(kmsKeyArn !== undefined && { kmsKeyArn }),
    ...(tableClass !== undefined && update.tableClass === undefined && { tableClass }),
    ...(kept && { indexes: kept }),
  }
}

interface ChangedReads {
  readonly throughput?: unknown
  readonly onDemandThroughput?: { readonly readUnitsMax?: number } | undefined
}

function keptReads(
  { readUnits, onDemandReadUnitsMax }: IndexOverrides,
  { throughput, onDemandThroughput }: ChangedReads,
): IndexOverrides {
  const keepsMax = onDemandThroughput?.readUnitsMax === undefined
  return {
    ...(readUnits !== undefined && throughput === undefined && { readUnits }),
    ...(onDemandReadUnitsMax !== undefined && keepsMax && { onDemandReadUnitsMax }),
  }
}

function keptIndexes(
  indexes: MemberOverrides['indexes'],
  { indexUpdates = [] }: TableUpdate,
): MemberOverrides['indexes'] {
  if (indexes === undefined) return undefined
  const kept = Object.entries(indexes).flatMap(([name, overrides]) => {
    const update = indexUpdates.find((each) => each.name === name)
    if (update?.kind === 'delete') return []
    return [[name, update === undefined ? overrides : keptReads(overrides, update)] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
