/**
 * Strongly consistent global tables: their members have the same items (`catalog/shared-items.ts`), so what
 * one region has written the others read, and a condition is judged by what is there. Nothing is replicated
 * here. How far that protects from the loss of a place is up to the store (`docs/scaling.md`).
 *
 * A witness is a region in the record and nothing else: the store decides without it.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { NewSharer } from '../catalog/share-table.js'
import type { DescribedTable } from '../catalog/table.js'
import { validation } from '../model/errors.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { getLink } from './deployment-link.js'
import {
  deleteGlobalTable,
  putGlobalTable,
  type GlobalTable,
  type GroupMember,
} from './global-table.js'
import {
  alreadyGlobal,
  namesTaken,
  requireShareable,
  requireUnprotectedAll,
  requireWholeEnd,
  strongTableInUse,
} from './rules/strong-membership.js'
import type { MemberAction, WitnessAction } from './rules/strong-request.js'

export interface StrongTablesParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
}

export interface StrongChange {
  readonly actions: readonly MemberAction[]
  readonly witness: WitnessAction | undefined
}

/** The table, and the global table that it is a member of now, if any. */
export interface StrongAnswer {
  readonly table: DescribedTable
  readonly group: GlobalTable | undefined
}

/** Makes a table a strongly consistent global table, with new members in other regions. */
export async function beginStrongTable(
  { engine, catalog, clock }: StrongTablesParts,
  table: DescribedTable,
  { actions, witness }: StrongChange,
): Promise<StrongAnswer> {
  if (table.replica !== undefined) throw alreadyGlobal()
  const regions = [...new Set(actions.map(({ region }) => region))]
  await requireHere(engine, table.account, regions)
  const { shared } = catalog
  const others = regions.map((region): NewSharer => {
    return { region, tableId: shared.newId(), memberId: shared.newId() }
  })
  const memberId = shared.newId()
  const nowMs = clock.now()
  const own = { region: table.region, tableId: table.id, memberId }
  const group: GlobalTable = {
    id: shared.newId(),
    tableName: table.name,
    consistency: 'strong',
    createdAtMs: nowMs,
    config: 1,
    members: [own, ...others].map((each) => newMember(table, each, nowMs)),
    ...(witness && { witness: { region: witness.region, state: 'active', stateSinceMs: nowMs } }),
  }
  const { account, region, name, space } = table
  const sharing = await shared.begin({
    scope: { account, region },
    tableName: name,
    space,
    groupId: group.id,
    memberId,
    others,
    check(definition, totals) {
      if (definition.replica !== undefined) throw alreadyGlobal()
      requireShareable(definition, totals)
    },
    taken: () => namesTaken(name),
    beside: () => [putGlobalTable(group)],
  })
  return { table: sharing, group }
}

function newMember(
  { account, region: sourceRegion }: DescribedTable,
  { region, tableId, memberId: id }: NewSharer,
  nowMs: number,
): GroupMember {
  const times = { addedAtMs: nowMs, stateSinceMs: nowMs }
  const member = { account, region, id, tableId, state: 'active', ...times } as const
  return region === sourceRegion ? member : { ...member, sourceRegion }
}

/** Regions of other deployments have stores of their own. */
async function requireHere(
  engine: Engine,
  account: string,
  regions: readonly string[],
): Promise<void> {
  const links = await engine.read(regions.map((region) => getLink({ account, region })))
  const elsewhere = regions.find((_, i) => links[i] !== undefined)
  if (elsewhere === undefined) return
  throw validation(
    `Region ${elsewhere} is served by another deployment. The regions of a global table with MultiRegionConsistency set to STRONG share one store, because changes that are sent from one deployment to another arrive later.`,
  )
}

/** Ends a strongly consistent global table: all members but this one are deleted. */
export async function endStrongTable(
  { catalog }: StrongTablesParts,
  table: DescribedTable,
  group: GlobalTable,
  { actions, witness }: StrongChange,
): Promise<StrongAnswer> {
  const { account, region, name } = table
  requireWholeEnd(group, region, actions, witness)
  const ended = await catalog.shared.end({
    scope: { account, region },
    tableName: name,
    others: (table.replica?.sharedBy ?? []).filter((each) => each !== region),
    check(stays, leaving) {
      if (stays.replica?.groupId !== group.id) throw strongTableInUse()
      requireUnprotectedAll(leaving)
    },
    mutations: [deleteGlobalTable(group)],
  })
  return { table: ended, group: undefined }
}
