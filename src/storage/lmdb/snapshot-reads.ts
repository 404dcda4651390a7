/**
 * The reads of a request, from the current snapshot or write transaction of LMDB.
 *
 * The list of spaces must have been refreshed in the same snapshot.
 */
import { unreachable } from '../../stdx/assert.js'
import type {
  Guard,
  LogHead,
  RangePage,
  Read,
  Replacement,
  ResultsOf,
  SpaceId,
  Tally,
} from '../engine.js'
import { GuardBroken } from '../errors.js'
import { requireKey, requireRange, requireSpace, type Spaces } from '../requirements.js'
import { hasStored, headsIn, pageIn, readValue } from './records.js'
import { storedKey } from './stored-keys.js'
import type { Tree } from './tree.js'

/** Where totals come from: the disk, or the group of transactions that is changing them. */
export type TallyOf = (space: SpaceId) => Tally

export class SnapshotReads {
  readonly #tree: Tree
  readonly #spaces: Spaces

  constructor(tree: Tree, spaces: Spaces) {
    this.#tree = tree
    this.#spaces = spaces
  }

  requireGuards(guards: readonly Guard[]): void {
    for (const guard of guards) this.requireGuard(guard)
  }

  requireGuard({ space, key, value }: Guard): void {
    requireKey(key)
    requireSpace(this.#spaces, space)
    const holds = hasStored(this.#tree, storedKey(space, key), value)
    if (!holds) throw new GuardBroken('a guarded key has changed')
  }

  readAll<R extends readonly Read[]>(reads: R, tallyOf: TallyOf): ResultsOf<R> {
    return reads.map((read) => this.readOne(read, tallyOf)) as unknown as ResultsOf<R>
  }

  /** Without a copy of what is there. */
  weigh({ space, key, weigh }: Pick<Replacement, 'space' | 'key' | 'weigh'>): number | undefined {
    requireSpace(this.#spaces, space)
    requireKey(key)
    const found = this.#tree.getBinaryFast(storedKey(space, key))
    return found && weigh(found)
  }

  readOne(
    read: Read,
    tallyOf: TallyOf,
  ): Buffer | undefined | RangePage | Tally | readonly LogHead[] {
    requireSpace(this.#spaces, read.space)
    switch (read.kind) {
      case 'get':
        requireKey(read.key)
        return readValue(this.#tree, read)
      case 'range':
        requireRange(read)
        return pageIn(this.#tree, read)
      case 'tally':
        return tallyOf(read.space)
      case 'heads':
        return headsIn(this.#tree, read.space)
      default:
        return unreachable(read)
    }
  }
}
