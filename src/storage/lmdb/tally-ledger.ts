/**
 * The running totals of spaces during one group of transactions.
 *
 * Nearly every write changes the total of its table, and a group holds many writes to few tables.
 * So changes add up here and each total is written once, when the group ends. Reads within the
 * group include what the group has added.
 */
import type { SpaceId, Tally } from '../engine.js'
import { readTally, tallyRecord } from './records.js'
import { tallyKey } from './stored-keys.js'
import type { Tree } from './tree.js'

export class TallyLedger {
  readonly #tree: Tree
  readonly #tallies = new Map<SpaceId, Tally>()

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /** Drops what a failed group may have left. */
  begin(): void {
    this.#tallies.clear()
  }

  read(space: SpaceId): Tally {
    return this.#tallies.get(space) ?? readTally(this.#tree, space)
  }

  add(space: SpaceId, change: Tally): void {
    const { entries, bytes } = this.read(space)
    this.#tallies.set(space, { entries: entries + change.entries, bytes: bytes + change.bytes })
  }

  forget(space: SpaceId): void {
    this.#tallies.delete(space)
  }

  write(): void {
    for (const [space, tally] of this.#tallies) {
      void this.#tree.put(tallyKey(space), tallyRecord(tally))
    }
    this.#tallies.clear()
  }
}
