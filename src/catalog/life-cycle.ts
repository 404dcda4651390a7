/**
 * The state of a table and its indexes, derived from its definition and the time.
 *
 * A definition says what is being done to the table and when that ends. Nothing has to run at that
 * moment, and a restart forgets nothing. But clocks differ and jump, so they are trusted this far:
 *
 * - What takes no time is never stored (`settled`), so no clock can bring it back. The same holds
 *   for what is over: the next change of the table removes it, and so does a job.
 * - Creating, updating, and allocating and removing an index end when the clock says so. A clock that
 *   is behind stretches them by at most their own length (`model/under-way.ts`).
 * - Deleting ends at the stored time, by the first clock that reaches it. A slow clock shows
 *   DELETING for longer and never anything else, since a deletion cannot be taken back; for the same
 *   reason a fast one loses nothing that anyone could still read.
 * - A table that a job fills is CREATING until the job says otherwise; no clock is asked.
 */
import { resourceInUse, type ServiceError } from '../model/errors.js'
import type {
  DepartingIndex,
  IndexBuild,
  IndexDefinition,
  TableDefinition,
  Transition,
  VectorIndexDefinition,
} from '../model/table.js'
import { isUnderWay } from '../model/under-way.js'
import { settledEncryption } from './settled-encryption.js'
import { settledDestinations } from './settled-destinations.js'
import { settledWarm } from './settled-warm.js'

export type TableState = 'creating' | 'active' | 'updating' | 'deleting' | 'gone'

export function stateOf(definition: TableDefinition, nowMs: number): TableState {
  const { transition, filling } = definition
  if (filling !== undefined) return 'creating'
  if (transition === undefined) return 'active'
  if (transition.kind === 'deleting') return nowMs < transition.doneAtMs ? 'deleting' : 'gone'
  return isUnderWay(startOf(transition, definition), transition.doneAtMs, nowMs)
    ? transition.kind
    : 'active'
}

/** Older versions did not store the start, which cannot be before the table was created. */
function startOf({ startedAtMs }: Transition, { createdAtMs }: TableDefinition): number {
  return startedAtMs ?? createdAtMs
}

/** AWS: to everything but DescribeTable, DeleteTable and CreateTable such a table does not exist. */
export function isBeingRestored({ filling }: Pick<TableDefinition, 'filling'>): boolean {
  return filling?.kind === 'restore'
}

/** AWS: the same holds for a replica that is being added. */
export function isUnseen({ filling }: Pick<TableDefinition, 'filling'>): boolean {
  return filling?.kind === 'restore' || filling?.kind === 'replica'
}

/** AWS: items of a table that is being created or deleted are not found; while updating they are. */
export function servesItems(state: TableState): boolean {
  return state === 'active' || state === 'updating'
}

/**
 * A definition without what is over by this clock: what is stored of it. Only a deletion stays,
 * because its end frees the table. Returns the same object if nothing is over.
 */
export function settled(current: TableDefinition, nowMs: number): TableDefinition {
  const definition = settledEncryption(withSettledWarm(current, nowMs), nowMs)
  const { transition, departingIndex, departingVectorIndex, indexes, vectorIndexes } = definition
  const isOver = transition !== undefined && stateOf(definition, nowMs) === 'active'
  const departing = departingIndex && departingIndexOf(definition, nowMs) && departingIndex
  const departingVector =
    departingVectorIndex && departingVectorIndexOf(definition, nowMs) && departingVectorIndex
  const isDeparted = departing !== departingIndex || departingVector !== departingVectorIndex
  const isAllocated = [...indexes, ...(vectorIndexes ?? [])].some(waitsInVain(nowMs))
  const kinesisDestinations = settledDestinations(definition.kinesisDestinations, nowMs)
  const isSame = kinesisDestinations === definition.kinesisDestinations
  if (!isOver && !isDeparted && !isAllocated && isSame) return definition
  return {
    ...definition,
    kinesisDestinations,
    transition: isOver ? undefined : transition,
    departingIndex: departing,
    ...(departingVectorIndex && { departingVectorIndex: departingVector }),
    indexes: isAllocated ? indexes.map((index) => allocated(index, nowMs)) : indexes,
    ...(vectorIndexes && {
      vectorIndexes: vectorIndexes.map((index) => allocated(index, nowMs)),
    }),
  }
}

function withSettledWarm(definition: TableDefinition, nowMs: number): TableDefinition {
  const indexes = definition.indexes.map((index) => settledWarm(index, nowMs))
  const isSame = indexes.every((index, i) => index === definition.indexes[i])
  return settledWarm(isSame ? definition : { ...definition, indexes }, nowMs)
}

/** Whether an index still names a time to wait for that has passed. */
function waitsInVain(nowMs: number) {
  return ({ build }: Pick<IndexDefinition, 'build'>) =>
    build !== undefined && build.backfillFromMs > 0 && !isAllocating(build, nowMs)
}

/** No guard has to change for this: whoever knows the old time has nothing to wait for either. */
function allocated<I extends Pick<IndexDefinition, 'build'>>(index: I, nowMs: number): I {
  return waitsInVain(nowMs)(index) ? { ...index, build: { backfillFromMs: 0 } } : index
}

export type IndexState = 'active' | 'allocating' | 'backfilling'

export function indexStateOf({ build }: Pick<IndexDefinition, 'build'>, nowMs: number): IndexState {
  if (build === undefined) return 'active'
  return isAllocating(build, nowMs) ? 'allocating' : 'backfilling'
}

/** Whether the filling of derived data has to wait. */
export function isAllocating({ startedAtMs, backfillFromMs }: IndexBuild, nowMs: number): boolean {
  return isUnderWay(shownFrom(startedAtMs, backfillFromMs), backfillFromMs, nowMs)
}

/**
 * What takes no time is never stored, but the answer to the request shows it in the millisecond
 * before.
 */
function shownFrom(startedAtMs: number | undefined, doneAtMs: number): number | undefined {
  return startedAtMs === undefined ? undefined : Math.min(startedAtMs, doneAtMs - 1)
}

/** The index that was deleted but is still described as DELETING. */
export function departingIndexOf(
  { departingIndex }: TableDefinition,
  nowMs: number,
): IndexDefinition | undefined {
  return stillDescribed(departingIndex, nowMs)
}

export function departingVectorIndexOf(
  { departingVectorIndex }: TableDefinition,
  nowMs: number,
): VectorIndexDefinition | undefined {
  return stillDescribed(departingVectorIndex, nowMs)
}

function stillDescribed<I>(departing: DepartingOf<I> | undefined, nowMs: number): I | undefined {
  if (departing === undefined) return undefined
  const { index, startedAtMs, goneAtMs } = departing
  return isUnderWay(shownFrom(startedAtMs, goneAtMs), goneAtMs, nowMs) ? index : undefined
}

type DepartingOf<I> = Omit<DepartingIndex, 'index'> & { readonly index: I }

export interface IndexUnderChange {
  readonly index: Pick<IndexDefinition, 'name'>
  readonly state: 'allocating' | 'backfilling' | 'deleting'
}

/** The one index of a table that is being built or deleted. AWS: there cannot be a second one. */
export function indexUnderChange(
  definition: TableDefinition,
  nowMs: number,
): IndexUnderChange | undefined {
  for (const index of [...definition.indexes, ...(definition.vectorIndexes ?? [])]) {
    const state = indexStateOf(index, nowMs)
    if (state !== 'active') return { index, state }
  }
  const index = departingIndexOf(definition, nowMs) ?? departingVectorIndexOf(definition, nowMs)
  return index && { index, state: 'deleting' }
}

const participles = { creating: 'created', updating: 'updated', deleting: 'deleted' } as const

/** The refusal of a change while another change of the table has not finished. */
export function stillInUse(
  tableName: string,
  state: 'creating' | 'updating' | 'deleting',
): ServiceError {
  return resourceInUse(
    `Attempt to change a resource which is still in use: Table is being ${participles[state]}: ${tableName}`,
  )
}
