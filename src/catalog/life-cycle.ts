/**
 * What state a table is in, told from its definition and the time.
 *
 * A definition says what is being done to the table and when that is over. Nothing has to run at that
 * moment: every server sees the same state at the same time, before and after a restart.
 */
import { resourceInUse, type ServiceError } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'

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

const participles = { creating: 'created', updating: 'updated', deleting: 'deleted' } as const

/** The refusal of a change to a table that another change has not finished with. */
export function stillInUse(
  tableName: string,
  state: 'creating' | 'updating' | 'deleting',
): ServiceError {
  return resourceInUse(
    `Attempt to change a resource which is still in use: Table is being ${participles[state]}: ${tableName}`,
  )
}
