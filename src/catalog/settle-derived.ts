/**
 * What a new definition of a table means for its derived data: what is new gets a space and a
 * cursor, and what is no longer wanted is dropped at once. Found by comparing the two definitions,
 * so a caller only says which indexes a table is to have and whether its items expire.
 */
import type { SettlementTimes, WantedDefinition } from '../changes/settle-changes.js'
import type {
  CollectionSizes,
  DepartingIndex,
  DepartingVectorIndex,
  ExpiryIndex,
  IndexDefinition,
  ItemVersions,
  TableDefinition,
  VectorIndexDefinition,
} from '../model/table.js'
import { systemSpace, type Mutation, type SpaceId } from '../storage/engine.js'
import { versionFloorKey } from '../storage/replication-keys.js'
import { deleteCursor, startCursor } from './build-cursor.js'
import { derivedOf, isSecondaryIndex, labelOf, spacesOf, type Derived } from './derived.js'
import { departingIndexOf, departingVectorIndexOf } from './life-cycle.js'

/** An index to be created: what a client can specify. The catalog adds the rest. */
export type IndexDraft = Omit<IndexDefinition, 'space' | 'build'>

export type VectorIndexDraft = Omit<VectorIndexDefinition, 'space' | 'listsSpace' | 'build'>

type ExpiryDraft = Omit<ExpiryIndex, 'space' | 'build'>

type CollectionsDraft = Omit<CollectionSizes, 'space' | 'build'>

/** A definition as it is wanted, with indexes and a stream that may not exist yet. */
export type DefinitionDraft = Omit<
  WantedDefinition,
  'indexes' | 'vectorIndexes' | 'collections'
> & {
  readonly indexes: readonly (IndexDefinition | IndexDraft)[]
  readonly vectorIndexes?: readonly (VectorIndexDefinition | VectorIndexDraft)[]
  readonly collections?: CollectionSizes | CollectionsDraft
}

export interface SettledDerived {
  readonly definition: WantedDefinition
  readonly mutations: readonly Mutation[]
  /** The first space that is still unused. */
  readonly nextSpace: SpaceId
}

/**
 * `doneAtMs` is when the filling of a new index starts, and when a dropped one is no longer
 * described.
 */
export interface SettlementStart extends SettlementTimes {
  /** The first space that is unused. */
  readonly firstSpace: SpaceId
}

export function settleDerived(
  before: TableDefinition,
  wanted: DefinitionDraft,
  { firstSpace, nowMs, doneAtMs }: SettlementStart,
): SettledDerived {
  let nextSpace = firstSpace
  const mutations: Mutation[] = []
  const make = <D extends IndexDraft | VectorIndexDraft | ExpiryDraft | CollectionsDraft>(
    draft: D,
    backfillFromMs: number,
  ) => {
    const made = { ...draft, space: nextSpace++, build: { backfillFromMs, startedAtMs: nowMs } }
    mutations.push(...createDerivedSpaces(wanted, made), startCursor(made))
    return made
  }
  const indexes = wanted.indexes.map((index) => ('space' in index ? index : make(index, doneAtMs)))
  const vectorIndexes = wanted.vectorIndexes?.map((index) =>
    'space' in index ? index : make({ ...index, listsSpace: nextSpace++ }, doneAtMs),
  )
  const list = wantedExpiry(before, wanted)
  const expiry = list && ('space' in list ? list : make(list, nowMs))
  const sizes = wanted.collections
  const collections = sizes && ('space' in sizes ? sizes : make(sizes, nowMs))
  const versions = wantedVersions(before, wanted, () => nextSpace++)
  if (versions !== undefined && versions !== before.versions) {
    mutations.push(...createDerivedSpaces(wanted, versions))
  }
  const members = { indexes, vectorIndexes, expiry, collections, versions }
  const dropped = droppedFrom(before, derivedOf(members))
  mutations.push(...dropped.flatMap(dropDerived))
  const departures = departingOf(before, dropped, { nowMs, doneAtMs })
  return { definition: { ...wanted, ...members, ...departures }, mutations, nextSpace }
}

/** What is described as DELETING from now on, or still is. */
function departingOf(
  before: TableDefinition,
  dropped: readonly Derived[],
  { nowMs, doneAtMs: goneAtMs }: SettlementTimes,
): Pick<TableDefinition, 'departingIndex' | 'departingVectorIndex'> {
  const times = { startedAtMs: nowMs, goneAtMs }
  const index = dropped.filter(isSecondaryIndex).at(-1)
  const vectorIndex = dropped.filter((each) => each.kind === 'vector').at(-1)
  return {
    departingIndex: index ? { index, ...times } : lingering(before, nowMs),
    departingVectorIndex: vectorIndex
      ? { index: vectorIndex, ...times }
      : lingeringVector(before, nowMs),
  }
}

/** If the attribute changes, a new list is needed. */
function wantedExpiry(
  { expiry }: TableDefinition,
  { timeToLive }: DefinitionDraft,
): ExpiryIndex | ExpiryDraft | undefined {
  if (!timeToLive?.enabled) return undefined
  const { attribute } = timeToLive
  return expiry?.attribute === attribute ? expiry : { kind: 'expiry', attribute }
}

/**
 * A table has versions while other members have copies of its items. They need not be built, so they
 * have no cursor.
 */
function wantedVersions(
  { versions }: TableDefinition,
  { replica }: DefinitionDraft,
  freeSpace: () => SpaceId,
): ItemVersions | undefined {
  if (replica === undefined || replica.sharedBy !== undefined) return undefined
  return versions ?? { kind: 'versions', space: freeSpace() }
}

function droppedFrom(before: TableDefinition, kept: readonly Derived[]): readonly Derived[] {
  const spaces = new Set(kept.map(({ space }) => space))
  return derivedOf(before).filter(({ space }) => !spaces.has(space))
}

export function createDerivedSpaces(
  table: Pick<TableDefinition, 'name' | 'id' | 'spacesOwner'>,
  derived: Derived,
): readonly Mutation[] {
  const label = labelOf(table.name, derived)
  const owner = ownerOfSpaces(table)
  return spacesOf(derived).map((space, i) => {
    return { kind: 'create-space', space, label: i === 0 ? label : `${label} lists`, owner }
  })
}

/** By whose key the spaces of a table are sealed. */
export function ownerOfSpaces({
  id,
  spacesOwner,
}: Pick<TableDefinition, 'id' | 'spacesOwner'>): string {
  return spacesOwner ?? id
}

/** Removes everything that is stored for it. */
export function dropDerived(derived: Derived): readonly Mutation[] {
  const drops = spacesOf(derived).map((space) => ({ kind: 'drop-space', space }) as const)
  if (derived.kind === 'versions') return [...drops, deleteFloor(derived)]
  return derived.build === undefined ? drops : [...drops, deleteCursor(derived)]
}

function deleteFloor({ space }: ItemVersions): Mutation {
  return { kind: 'delete', space: systemSpace, key: versionFloorKey(space) }
}

function lingering(before: TableDefinition, nowMs: number): DepartingIndex | undefined {
  return departingIndexOf(before, nowMs) && before.departingIndex
}

function lingeringVector(before: TableDefinition, nowMs: number): DepartingVectorIndex | undefined {
  return departingVectorIndexOf(before, nowMs) && before.departingVectorIndex
}
