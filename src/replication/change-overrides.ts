/** Changes what members of a global table have of their own: reads and the class of their tables. */
import { changedTableClass } from '../catalog/rules/table-class.js'
import type { DefinitionDraft } from '../catalog/settle-derived.js'
import type { DescribedTable } from '../catalog/table.js'
import { limitExceeded, ServiceError, validation } from '../model/errors.js'
import type { IndexDefinition, TableDefinition } from '../model/table.js'
import { besideTable } from './group-change.js'
import type { GroupMember, IndexOverrides, MemberOverrides } from './global-table.js'
import { homeOf, type GlobalTables } from './global-tables.js'
import { withChanged } from './members.js'
import { requireMembers, requireSettledGroup } from './rules/membership.js'
import type { ReplicaAction } from './rules/replica-requests.js'
import { keyForEachReplica } from './rules/shared-encryption.js'

export async function changeOverrides(
  tables: GlobalTables,
  table: DescribedTable,
  actions: readonly ReplicaAction[],
): Promise<void> {
  const group = await tables.find(table)
  requireMembers(
    group,
    actions.map(({ region }) => region),
  )
  requireSettledGroup(group)
  for (const action of actions) {
    if (action.kind === 'update') requireOverridable(table, action.overrides)
  }
  for (const action of actions) {
    if (action.kind !== 'update') continue
    await tables.attempt(() => changeOne(tables, table, action.region, action.overrides))
  }
  tables.parts.announce()
}

function requireOverridable({ billing }: TableDefinition, overrides: MemberOverrides): void {
  const indexes = Object.values(overrides.indexes ?? {})
  const isProvisioned = [overrides, ...indexes].some(({ readUnits }) => readUnits !== undefined)
  if (isProvisioned && billing.mode === 'on-demand') {
    throw validation(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (overrides.kmsKeyArn !== undefined) {
    // AWS: even if it is the key that the replica has.
    throw keyForEachReplica()
  }
}

async function changeOne(
  tables: GlobalTables,
  base: DescribedTable,
  region: string,
  asked: MemberOverrides,
): Promise<void> {
  const group = await tables.find(base)
  const [member] = requireMembers(group, [region])
  if (member!.isElsewhere) {
    throw validation(
      `The replica in ${region} is in another deployment: change it in its own region`,
    )
  }
  const overrides = mergedOverrides(base, member!, asked)
  const after = withChanged(group!, member!, { overrides })
  const change = (definition: TableDefinition, { nowMs }: { readonly nowMs: number }) => ({
    ...overridden(definition, base, overrides),
    tableClass: classAfter(definition, { region, name: asked.tableClass, nowMs }),
  })
  await tables.parts.catalog.updateTable(homeOf(member!), base.name, change, {
    besideDefinition: [besideTable({ before: group, after })],
  })
}

/** AWS: an override that is as in the table is none; -1 ends that of an on-demand maximum. */
function mergedOverrides(
  base: TableDefinition,
  { overrides = {} }: GroupMember,
  asked: MemberOverrides,
): MemberOverrides {
  const indexes = { ...overrides.indexes }
  for (const [name, wanted] of Object.entries(asked.indexes ?? {})) {
    const index = base.indexes.find((each) => each.name === name)
    const units = { throughput: index?.throughput, onDemandThroughput: index?.onDemandThroughput }
    indexes[name] = effective({ ...indexes[name], ...wanted }, units)
  }
  const { tableClass = overrides.tableClass } = asked
  const { throughput } = base.billing
  const units = { throughput, onDemandThroughput: base.onDemandThroughput }
  const { tableClass: _class, indexes: _indexes, ...reads } = { ...overrides, ...asked }
  return {
    ...effective(reads, units),
    ...(tableClass !== undefined && { tableClass }),
    ...(Object.keys(indexes).length > 0 && { indexes }),
  }
}

type BaseUnits = Pick<IndexDefinition, 'throughput' | 'onDemandThroughput'>

function effective<O extends IndexOverrides>(overrides: O, base: BaseUnits): O {
  const { readUnits, onDemandReadUnitsMax, ...others } = overrides
  const isNewMax = onDemandReadUnitsMax !== base.onDemandThroughput?.readUnitsMax
  return {
    ...others,
    ...(readUnits !== undefined && readUnits !== base.throughput?.readUnits && { readUnits }),
    ...(onDemandReadUnitsMax !== undefined &&
      onDemandReadUnitsMax !== -1 &&
      isNewMax && { onDemandReadUnitsMax }),
  } as unknown as O
}

/** The definition with the reads that the member has, its own or those of the table. */
function overridden(
  definition: TableDefinition,
  base: TableDefinition,
  overrides: MemberOverrides,
): DefinitionDraft {
  const { billing } = definition
  const readUnits = overrides.readUnits ?? base.billing.throughput.readUnits
  return {
    ...definition,
    billing: { ...billing, throughput: { ...billing.throughput, readUnits } },
    ...maximaWith(definition, base, overrides),
    indexes: definition.indexes.map((index) => {
      const same = base.indexes.find(({ name }) => name === index.name)
      return same === undefined ? index : indexWith(index, same, overrides.indexes?.[index.name])
    }),
  }
}

function indexWith(
  index: IndexDefinition,
  base: IndexDefinition,
  overrides: IndexOverrides = {},
): IndexDefinition {
  const { throughput } = index
  const readUnits = overrides.readUnits ?? base.throughput?.readUnits
  return {
    ...index,
    ...(throughput && readUnits !== undefined && { throughput: { ...throughput, readUnits } }),
    ...maximaWith(index, base, overrides),
  }
}

function maximaWith(
  { onDemandThroughput }: BaseUnits,
  base: BaseUnits,
  { onDemandReadUnitsMax }: IndexOverrides,
): BaseUnits {
  const readUnitsMax = onDemandReadUnitsMax ?? base.onDemandThroughput?.readUnitsMax
  const writeUnitsMax = onDemandThroughput?.writeUnitsMax
  if (readUnitsMax === undefined && writeUnitsMax === undefined) {
    return { onDemandThroughput: undefined }
  }
  return { onDemandThroughput: { readUnitsMax, writeUnitsMax } }
}

interface ClassChange {
  readonly region: string
  readonly name: string | undefined
  readonly nowMs: number
}

/** AWS: the limit of changes is told in other words. */
function classAfter(definition: TableDefinition, { region, name, nowMs }: ClassChange) {
  try {
    return changedTableClass(definition, name, nowMs)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== 'LimitExceededException') throw error
    const limits = /limited to .*(?=\.$)/.exec(error.message)?.[0] ?? ''
    throw limitExceeded(
      `Limit exceeded for replica in ${region}. Updates to TableClass are ${limits}`,
    )
  }
}
