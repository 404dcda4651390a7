/** Adds a member to a global table, or makes a table one: its record, and the stream that it has to have. */
import { indexUnderChange, stateOf } from '../catalog/life-cycle.js'
import type { DefinitionDraft } from '../catalog/settle-derived.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDefinition } from '../model/table.js'
import type { GlobalTable, GroupMember, MemberOverrides } from './global-table.js'
import { homeOf, type GlobalTables } from './global-tables.js'
import { besideTable, GroupChanged } from './group-change.js'
import { memberOf, withMember } from './members.js'
import { groupInUse, requireAddable, requireAdded } from './rules/membership.js'

export interface AddedMember {
  readonly region: string
  /** Absent for that of the table. */
  readonly account?: string
  readonly overrides: MemberOverrides
}

/** `check` refuses what replication does not know of: throughput that nothing scales, keys. It says what the member has of its own. */
export async function addMember(
  tables: GlobalTables,
  table: DescribedTable,
  region: string,
  check: () => Promise<MemberOverrides>,
): Promise<DescribedTable> {
  const { catalog, announce } = tables.parts
  const updated = await tables.attempt(async () => {
    const current = await catalog.requireTable(homeOf(table), table.name)
    requireAdded(current)
    const group = await tables.find(current)
    const place = { ...homeOf(table), region }
    const elsewhere = await tables.parts.elsewhere()
    const isElsewhere = await elsewhere.has(place)
    const taken = isElsewhere ? undefined : await catalog.loadTable(place, table.name)
    requireAddable(current, group, region, taken !== undefined)
    const overrides = await check()
    if (group !== undefined) await tables.requireReachable(group)
    if (isElsewhere) await elsewhere.prepare(place, table.name, group ?? { members: [current] })
    const after = groupWith(tables, { current, group }, { region, overrides, isElsewhere })
    const own = memberOf(after, current) ?? after.members[0]!
    const change = (definition: TableDefinition, { nowMs }: { readonly nowMs: number }) => {
      requireQuiet(definition, nowMs)
      return asMember(definition, after, own)
    }
    const beside = besideTable({ before: group, after })
    return catalog.updateTable(homeOf(current), current.name, change, {
      besideDefinition: [beside],
    })
  })
  announce()
  return updated
}

export function requireQuiet(definition: TableDefinition, nowMs: number): void {
  const isUpdating = stateOf(definition, nowMs) === 'updating'
  if (isUpdating || indexUnderChange(definition, nowMs) !== undefined) throw groupInUse()
}

/**
 * AWS: a stream that is there stays as it is; otherwise one begins. Throws `GroupChanged` if another request has made it
 * a member meanwhile.
 */
export function asMember(
  definition: TableDefinition,
  { id: groupId }: GlobalTable,
  { id: memberId, addedAtMs: sinceMs }: GroupMember,
): DefinitionDraft {
  const { stream, replica } = definition
  if (replica !== undefined && replica.groupId !== groupId) throw new GroupChanged()
  return {
    ...definition,
    replica: replica ?? { groupId, memberId, sinceMs },
    stream: stream?.enabled ? stream : { enabled: true, viewType: 'NEW_AND_OLD_IMAGES' },
  }
}

export interface FoundMember {
  readonly current: DescribedTable
  readonly group: GlobalTable | undefined
}

/** Its table will be made by the settings of its source, which all others follow already. */
export function groupWith(
  { parts: { clock, random } }: GlobalTables,
  { current, group }: FoundMember,
  { region, account, overrides, isElsewhere }: AddedMember & { readonly isElsewhere: boolean },
): GlobalTable {
  const nowMs = clock.now()
  const times = { addedAtMs: nowMs, stateSinceMs: nowMs }
  const scope = homeOf(current)
  const first = {
    ...scope,
    ...times,
    id: random.uuid(),
    tableId: current.id,
    state: 'active',
  } as const
  const before: GlobalTable = group ?? {
    id: random.uuid(),
    tableName: current.name,
    consistency: 'eventual',
    ...(account !== undefined && { accounts: 'several' }),
    createdAtMs: nowMs,
    config: 0,
    members: [first],
  }
  const source = memberOf(before, current) ?? first
  const revision = (before.settings?.revision ?? 0) + 1
  const members = before.members.map((member) => ({ ...member, settingsRevision: revision }))
  const after = { ...before, members, settings: { revision, from: source.id } }
  return withMember(after, {
    ...scope,
    ...(account !== undefined && { account }),
    ...times,
    region,
    id: random.uuid(),
    sourceRegion: scope.region,
    state: 'adding',
    ...(isElsewhere ? { isElsewhere } : { settingsRevision: revision }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  })
}
