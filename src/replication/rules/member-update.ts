/** What can be changed of a member's table, and what that means for the others. */
import type { TableUpdate } from '../../catalog/rules/table-update.js'
import { invalidParameter } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { GlobalTable, GroupMember, IndexOverrides, MemberOverrides } from '../global-table.js'
import { withSettingsOf } from '../members.js'
import { asksForKey, checkSharedEncryption, keyForEachReplica } from './shared-encryption.js'

type CheckedUpdate = Pick<TableUpdate, 'stream' | 'encryption' | 'settingsReplication'>

export function checkMemberUpdate(
  current: Pick<TableDefinition, 'encryption'>,
  update: CheckedUpdate,
): void {
  const { stream, encryption, settingsReplication } = update
  if (settingsReplication !== undefined) {
    throw invalidParameter(
      'GlobalTableSettingsReplicationMode cannot be changed for a table with replicas in its own account.',
    )
  }
  checkStream(stream)
  checkSharedEncryption(current, encryption)
}

function checkStream(stream: TableUpdate['stream']): void {
  if (stream?.enabled !== false) return
  throw invalidParameter('Disabling Stream is not allowed for a Global Table replica.')
}

/** AWS: between accounts, class and encryption are each member's own. */
export function checkJoinedUpdate({
  stream,
  settingsReplication,
  encryption,
}: CheckedUpdate): void {
  checkStream(stream)
  if (settingsReplication !== undefined) {
    throw invalidParameter(
      'GlobalTableSettingsReplicationMode cannot be changed for a table with replicas in other accounts.',
    )
  }
  if (encryption?.enabled === true && encryption.kmsKeyId === undefined) {
    throw invalidParameter(
      'A multi-account global table can be encrypted with keys owned by DynamoDB or with customer managed keys only.',
    )
  }
}

/** AWS: streams of a strongly consistent global table are each member's own, and need not be there. */
export function checkStrongUpdate({ encryption }: TableUpdate): void {
  if (encryption !== undefined) throw keyForEachReplica()
}

/** AWS: protection is each member's own, and so is a key. */
export function isShared(
  { accounts }: Pick<GlobalTable, 'accounts'>,
  { deletionProtection: _protection, attributeTypes: _types, ...update }: TableUpdate,
): boolean {
  const { tableClass, encryption, ...others } = update
  const isForAll = encryption !== undefined && !asksForKey(encryption)
  if (accounts !== 'several' && (tableClass !== undefined || isForAll)) return true
  return Object.values(others).some((change) => change !== undefined)
}

/** A change of a member's table. */
export interface MemberUpdate {
  readonly current: TableDefinition
  readonly update: TableUpdate
}

/** The record after a change that all members follow. AWS: what changes for all is nobody's own any more. */
export function sharedUpdate(
  group: GlobalTable,
  own: GroupMember,
  { current, update }: MemberUpdate,
): GlobalTable {
  const changes = changedReads(current, update)
  const members = group.members.map(({ overrides, ...member }) => {
    const kept = overrides && keptOverrides(overrides, changes)
    return kept === undefined || Object.keys(kept).length === 0
      ? member
      : { ...member, overrides: kept }
  })
  return withSettingsOf({ ...group, members }, own)
}

/** What a change means for the reads of a table or an index. */
interface ReadsChange {
  readonly readUnits?: number | undefined
  readonly readUnitsMax?: number | undefined
}

interface SharedChanges extends ReadsChange {
  readonly isEncryption: boolean
  readonly tableClass?: string | undefined
  /** By name; undefined for an index that is deleted. */
  readonly indexes: ReadonlyMap<string, ReadsChange | undefined>
}

/** Only what is another value than before. */
function changedReads(current: TableDefinition, update: TableUpdate): SharedChanges {
  const { throughput, onDemandThroughput, tableClass, indexUpdates = [] } = update
  const indexes = indexUpdates.flatMap((each) => {
    if (each.kind === 'create') return []
    const before = current.indexes.find(({ name }) => name === each.name)?.throughput
    const readUnits = each.kind === 'delete' ? undefined : each.throughput?.readUnits
    const readUnitsMax = each.kind === 'delete' ? undefined : each.onDemandThroughput?.readUnitsMax
    const change = { readUnits: differing(readUnits, before?.readUnits), readUnitsMax }
    return [[each.name, each.kind === 'delete' ? undefined : change] as const]
  })
  const { readUnits } = current.billing.throughput
  return {
    readUnits: differing(throughput?.readUnits, readUnits),
    readUnitsMax: onDemandThroughput?.readUnitsMax,
    tableClass,
    isEncryption: update.encryption !== undefined,
    indexes: new Map(indexes),
  }
}

function differing(wanted: number | undefined, before: number | undefined): number | undefined {
  return wanted === before ? undefined : wanted
}

function keptOverrides(overrides: MemberOverrides, changes: SharedChanges): MemberOverrides {
  const { tableClass, indexes, kmsKeyArn, ...reads } = overrides
  const kept = keptIndexes(indexes, changes)
  return {
    ...keptReads(reads, changes),
    ...(kmsKeyArn !== undefined && !changes.isEncryption && { kmsKeyArn }),
    ...(tableClass !== undefined && changes.tableClass === undefined && { tableClass }),
    ...(kept && { indexes: kept }),
  }
}

function keptReads(overrides: IndexOverrides, change: ReadsChange): IndexOverrides {
  const { readUnits, onDemandReadUnitsMax } = overrides
  const keepsMax = change.readUnitsMax === undefined
  return {
    ...(readUnits !== undefined && change.readUnits === undefined && { readUnits }),
    ...(onDemandReadUnitsMax !== undefined && keepsMax && { onDemandReadUnitsMax }),
  }
}

function keptIndexes(
  indexes: MemberOverrides['indexes'],
  { indexes: changes }: SharedChanges,
): MemberOverrides['indexes'] {
  if (indexes === undefined) return undefined
  const kept = Object.entries(indexes).flatMap(([name, overrides]) => {
    if (!changes.has(name)) return [[name, overrides] as const]
    const change = changes.get(name)
    return change === undefined ? [] : [[name, keptReads(overrides, change)] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
