/**
 * Brings the items of a global table into a member that is being added. Its table is CREATING, and no
 * client writes it.
 */
import type { Fence } from '../storage/fence.js'
import type { GlobalTable, GroupMember } from './global-table.js'

export interface ReplicaFiller {
  /** One bounded step. May be called again after the member has caught up. */
  step(group: GlobalTable, member: GroupMember, fence: Fence): Promise<FillProgress>
  /** Whether every other member has everything that was written to this one until now. */
  isDrained(group: GlobalTable, member: GroupMember): Promise<boolean>
}

/**
 * `copying`: items are missing. `copied`: every item is there, some of its later changes may be missing.
 * `caught-up`: it had everything that was there when the copy ended.
 */
export interface FillProgress {
  readonly kind: 'copying' | 'copied' | 'caught-up'
  /** How much of the items is there, from 0 to 1; absent if nobody knows. */
  readonly copiedPart?: number
  /** Nothing can be done right now: a link is paused, say. */
  readonly isWaiting?: true
}
