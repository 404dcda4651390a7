/**
 * A global table: one table in several regions. Its record names the members; each member's definition
 * names the record (`ReplicaSetting`). Several deployments that share a global table have a copy each.
 *
 * A change of the record is one transaction together with the change of the tables that it belongs to.
 */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine, type Get, type Guard, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { allGlobalTables, globalTableKey } from '../storage/replication-keys.js'
import { walk } from '../storage/walk.js'
import { globalTablesPage } from './limits.js'

export interface GlobalTable {
  readonly id: string
  readonly tableName: string
  readonly consistency: 'eventual' | 'strong'
  /** Whether each member has an account of its own; absent if all have the same. */
  readonly accounts?: 'several'
  readonly createdAtMs: number
  /** Counts the changes, so that the copies of several deployments can be compared. */
  readonly config: number
  /** In the order in which they were added. */
  readonly members: readonly GroupMember[]
  readonly witness?: GroupWitness
  /** The last change of what all members have in common. */
  readonly settings?: SharedSettings
}

/** Whose definition the others follow, and how often that was asked of them. */
export interface SharedSettings {
  readonly revision: number
  /** The id of a member. */
  readonly from: string
}

export interface GroupMember extends Scope {
  /** As in the member's `ReplicaSetting`. */
  readonly id: string
  /** Of the member's table, once there is one. */
  readonly tableId?: string
  readonly addedAtMs: number
  /** The region that was asked to add it; absent for the table that was there first. */
  readonly sourceRegion?: string
  readonly state: MemberState
  /** When its state began. */
  readonly stateSinceMs: number
  readonly overrides?: MemberOverrides
  /** The revision of the shared settings that it follows; absent before the first. */
  readonly settingsRevision?: number
  /** Whether it may be taken out of the global table as it is. */
  readonly mayDisassociate?: true
  /** Since when policies keep the service from replicating it. Only where accounts are several. */
  readonly unauthorisedSinceMs?: number
  /** Whether its table is in another deployment, reached by the link for its region. */
  readonly isElsewhere?: true
  /** Which deployment that is, once it was asked to have the member. */
  readonly home?: string
}

/**
 * Being added: it was asked for; its table is there and is being filled; waits for the changes since.
 * Being removed: that was asked for; its table is being deleted, and once it is gone, so is the member.
 * Or it is taken out as it is, once the others have its changes.
 */
export type MemberState =
  'adding' | 'filling' | 'catching-up' | 'active' | 'leaving' | 'removing' | 'disassociating'

/** What a member has of its own; absent where it is as in the table. */
export interface MemberOverrides {
  readonly tableClass?: string
  readonly readUnits?: number
  readonly onDemandReadUnitsMax?: number
  readonly kmsKeyArn?: string
  readonly indexes?: Readonly<Record<string, IndexOverrides>>
}

export interface IndexOverrides {
  readonly readUnits?: number
  readonly onDemandReadUnitsMax?: number
}

export interface GroupWitness {
  readonly region: string
  readonly state: MemberState
  readonly stateSinceMs: number
}

const { encode, decode } = jsonRecordAt<GlobalTable>(
  'globalTable',
  formatSteps.globalTables.revision,
)

export function getGlobalTable(groupId: string): Get {
  return { kind: 'get', space: systemSpace, key: globalTableKey(groupId) }
}

export function decodeGlobalTable(record: Buffer): GlobalTable {
  return decode(record)
}

/** The store's mark is raised with the first (`formatSteps.globalTables`). */
export function putGlobalTable(group: GlobalTable): Mutation {
  return { kind: 'put', space: systemSpace, key: globalTableKey(group.id), value: encode(group) }
}

export function deleteGlobalTable({ id }: GlobalTable): Mutation {
  return { kind: 'delete', space: systemSpace, key: globalTableKey(id) }
}

/** Holds while the record is as it was read. */
export function globalTableGuard(group: GlobalTable): Guard {
  return { space: systemSpace, key: globalTableKey(group.id), value: encode(group) }
}

export async function readGlobalTable(
  engine: Engine,
  groupId: string,
): Promise<GlobalTable | undefined> {
  const [record] = await engine.read([getGlobalTable(groupId)])
  return record && decode(record)
}

/** All of a store. */
export async function* walkGlobalTables(engine: Engine): AsyncGenerator<GlobalTable> {
  const range = { space: systemSpace, ...allGlobalTables(), entriesMax: globalTablesPage }
  for await (const { value } of walk(engine, range)) yield decode(value)
}
