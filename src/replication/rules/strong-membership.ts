/** Which tables can become strongly consistent global tables, and how these are ended. */
import { indexUnderChange, stateOf } from '../../catalog/life-cycle.js'
import { chosenKeyOf } from '../../catalog/rules/encryption-setting.js'
import { resourceInUse, validation, type ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { Tally } from '../../storage/engine.js'
import type { GlobalTable } from '../global-table.js'
import type { ReplicaAction } from './replica-requests.js'
import type { WitnessAction } from './strong-request.js'

const kindOfTable = 'global tables with MultiRegionConsistency set to STRONG'

/**
 * AWS refuses these tables too; nobody knows in which words. A table with a key of its own is refused by this
 * server alone: a key belongs to one region, and the items are stored once.
 */
export function requireShareable(table: TableDefinition, { entries }: Tally): void {
  if (table.indexes.some(({ kind }) => kind === 'local')) {
    throw validation(`Local secondary indexes are not supported for ${kindOfTable}.`)
  }
  if (table.timeToLive?.enabled) throw noTimeToLive()
  if (entries > 0) throw validation(`The table must be empty for ${kindOfTable}.`)
  if (chosenKeyOf(table.encryption) !== undefined) {
    throw validation(`Customer managed keys are not supported by this server for ${kindOfTable}.`)
  }
  if (table.backupsUnderWay !== undefined) throw strongTableInUse()
}

export function noTimeToLive(): ServiceError {
  return validation(`Time to Live is not supported for ${kindOfTable}.`)
}

export function strongTableInUse(): ServiceError {
  return resourceInUse('The resource which you are attempting to change is in use.')
}

/** AWS: the regions that already have a table of that name are not told. */
export function namesTaken(tableName: string): ServiceError {
  return validation(
    `Failed to create a the new replica of table with name: ‘${tableName}’ because one or more replicas already existed as tables.`,
  )
}

export function alreadyGlobal(): ServiceError {
  return validation('MultiRegionConsistency parameter is unsupported on existing global table')
}

/** AWS: nothing else is changed while a table is made global, or its members go. */
export function requireQuietTable(table: TableDefinition, nowMs: number): void {
  if (stateOf(table, nowMs) !== 'active' || indexUnderChange(table, nowMs) !== undefined) {
    throw strongTableInUse()
  }
}

/** Members that have the same items have the same settings. */
export function requireNoOverrides(actions: readonly ReplicaAction[]): void {
  const isPlain = (action: ReplicaAction) =>
    !('overrides' in action) || Object.keys(action.overrides).length === 0
  if (!actions.every(isPlain)) throw noMemberSettings()
}

function noMemberSettings(): ServiceError {
  return validation(`Replica settings are not supported by this server for ${kindOfTable}.`)
}

/** For a witness that is to be removed from a table that has none. */
export function notStrong(
  actions: readonly ReplicaAction[],
  witness: WitnessAction | undefined,
): ServiceError {
  if (witness !== undefined) return notPart('witnesses', [witness.region])
  const regions = actions.map(({ region }) => region)
  return notPart('replicas', regions)
}

/** What is asked of a strongly consistent global table must end it. */
export function requireWholeEnd(
  group: GlobalTable,
  ownRegion: string,
  actions: readonly ReplicaAction[],
  witness: WitnessAction | undefined,
): void {
  if (actions.some(({ kind }) => kind === 'create') || witness?.kind === 'create') {
    throw validation('Cannot add replicas to a global table with strong MultiRegionConsistency')
  }
  if (actions.some(({ kind }) => kind !== 'delete')) {
    throw noMemberSettings()
  }
  requireKnown(group, actions, witness)
  const leaving = new Set(actions.map(({ region }) => region))
  const others = group.members.filter(({ region }) => region !== ownRegion)
  if (others.some(({ region }) => !leaving.has(region))) {
    throw validation(`Deletion of only one table replica is not supported for ${kindOfTable}.`)
  }
  if (group.witness !== undefined && witness === undefined) {
    throw validation('Update table delete operation does not include all witnesses.')
  }
}

function requireKnown(
  { members, witness: present }: GlobalTable,
  actions: readonly ReplicaAction[],
  witness: WitnessAction | undefined,
): void {
  const known = new Set(members.map(({ region }) => region))
  const strangers = actions.map(({ region }) => region).filter((region) => !known.has(region))
  if (strangers.length > 0) throw notPart('replicas', strangers)
  if (witness !== undefined && witness.region !== present?.region) {
    throw notPart('witnesses', [witness.region])
  }
}

function notPart(what: 'replicas' | 'witnesses', regions: readonly string[]): ServiceError {
  return validation(
    `Update global table operation failed because one or more ${what} were not part of the global table. Please retry the request without these ${what}: [${regions.join(', ')}].`,
  )
}

export function requireUnprotectedAll(tables: readonly TableDefinition[]): void {
  const kept = tables.find(({ deletionProtection }) => deletionProtection)
  if (kept === undefined) return
  throw validation(
    `Cannot delete table ${kept.name} in region ${kept.region} because it has deletion protection enabled. Disable deletion protection first.`,
  )
}
