/** The items that a restore puts, page by page, wherever they come from. */
import type { DescribedTable } from '../catalog/table.js'
import type { FilledItem } from '../items/fill.js'
import type { Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'

export interface RestorePages<O> {
  /**
   * Prepares the reading. `store` returns what has to be written with what that leaves in the store,
   * so that nothing is left behind by a crash. Undefined if there is nothing to prepare any more.
   */
  begin(origin: O, fence: Fence, store: (origin: O) => readonly Mutation[]): Promise<O> | undefined
  /** The next items, for their table. Throws `JobFailure` if they cannot be read for good. */
  next(origin: O, target: DescribedTable, fence: Fence): Promise<RestorePage<O>>
  /** Removes what the reading has left in the store. */
  end(origin: O): readonly Mutation[]
}

export interface RestorePage<O> {
  /** To be stored once the items are. */
  readonly origin: O
  /** In the order of their keys; none of them was in a page before. */
  readonly items: readonly FilledItem[]
  readonly isLast: boolean
  /** How much of all items was read, from 0 to 1, if this tells. */
  readonly progress?: number
}
