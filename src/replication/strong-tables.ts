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
  readGlobalTable,
  type GlobalTable,
  type GroupMember,
} from './global-table.js'
import {
  alreadyGlobal,
  namesTaken,
  notStrong,
  requireQuietTable,
  requireShareable,
  requireUnprotectedAll,
  requireWholeEnd,
  strongTableInUse,
} from './rules/strong-membership.js'
import type { ReplicaAction } from './rules/replica-requests.js'
import type { WitnessAction } from './rules/strong-request.js'

export interface StrongTablesParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
}

export interface StrongChange {
  readonly actions: readonly ReplicaAction[]
  readonly witness: WitnessAction | undefined
}

/** Makes a table a strongly consistent global table, with new members in other regions. */
export async function beginStrongTable(
  { engine, catalog, clock }: StrongTablesParts,
  table: DescribedTable,
  { actions, witness }: StrongChange,
): Promise<DescribedTable> {
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
  return shared.begin({
    scope: { account, region },
    tableName: name,
    space,
    groupId: group.id,
    memberId,
    others,
    check(definition, totals) {
      if (definition.replica !== undefined) throw alreadyGlobal()
      requireQuietTable(definition, nowMs)
      requireShareable(definition, totals)
    },
    taken: () => namesTaken(name),
    beside: ({ transition }) => {
      const createdAtMs = transition?.startedAtMs ?? nowMs
      return [putGlobalTable({ ...group, createdAtMs })]
    },
  })
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

/** Ends the strongly consistent global table of a member: all others are deleted. */
export async function endStrongTable(
  { engine, catalog, clock }: StrongTablesParts,
  table: DescribedTable,
  { actions, witness }: StrongChange,
): Promise<DescribedTable> {
  const { account, region, name, replica } = table
  const group = replica && (await readGlobalTable(engine, replica.groupId))
  if (group?.consistency !== 'strong') throw notStrong(actions, witness)
  requireWholeEnd(group, region, actions, witness)
  const nowMs = clock.now()
  return catalog.shared.end({
    scope: { account, region },
    tableName: name,
    others: (replica?.sharedBy ?? []).filter((each) => each !== region),
    check(stays, leaving) {
      if (stays.replica?.groupId !== group.id) throw strongTableInUse()
      for (const each of [stays, ...leaving]) requireQuietTable(each, nowMs)
      requireUnprotectedAll(leaving)
    },
    mutations: [deleteGlobalTable(group)],
  })
}
