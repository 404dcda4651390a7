/**
 * The state of a table and its indexes, derived from its definition and the time.
 *
 * A definition says what is being done to the table and when that ends. Nothing has to run at that
 * moment: every server sees the same state at the same time, before and after a restart.
 */
import { resourceInUse, type ServiceError } from '../model/errors.js'
import type { IndexDefinition, TableDefinition } from '../model/table.js'

export type TableState = 'creating' | 'active' | 'updating' | 'deleting' | 'gone'

export function stateOf(definition: TableDefinition, nowMs: number): TableState {
  const { transition } = definition
  if (transition === undefined) return 'active'
  if (nowMs < transition.doneAtMs) return transition.kind
  return transition.kind === 'deleting' ? 'gone' : 'active'
}

/** AWS: items of a table that is being created or deleted are not found; while updating they are. */
export function servesItems(state: TableState): boolean {
  return state === 'active' || state === 'updating'
}

export type IndexState = 'active' | 'allocating' | 'backfilling'

export function indexStateOf({ build }: IndexDefinition, nowMs: number): IndexState {
  if (build === undefined) return 'active'
  return nowMs < build.backfillFromMs ? 'allocating' : 'backfilling'
}

/** The index that was deleted but is still described as DELETING. */
export function departingIndexOf(
  { departingIndex }: TableDefinition,
  nowMs: number,
): IndexDefinition | undefined {
  return departingIndex && nowMs < departingIndex.goneAtMs ? departingIndex.index : undefined
}

export interface IndexUnderChange {
  readonly index: IndexDefinition
  readonly state: 'allocating' | 'backfilling' | 'deleting'
}

/** The one index of a table that is being built or deleted. AWS: there cannot be a second one. */
export function indexUnderChange(
  definition: TableDefinition,
  nowMs: number,
): IndexUnderChange | undefined {
  for (const index of definition.indexes) {
    const state = indexStateOf(index, nowMs)
    if (state !== 'active') return { index, state }
  }
  const index = departingIndexOf(definition, nowMs)
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
