/** When a table is updated, and what there is room for in its account. */
import type { CapacityRoom } from './capacity-quotas.js'

export interface UpdateMoment {
  readonly nowMs: number
  /** When changes that take their time will be done. */
  readonly doneAtMs: number
  readonly room: CapacityRoom
  /** How long after a change of its protection the next one is refused. Default 0. */
  readonly protectionIntervalMs?: number | undefined
}
