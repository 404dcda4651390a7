/** Totals of spaces as the items imply them, added up entry by entry. */
import type { Mutation, SpaceId, Tally } from '../storage/engine.js'

const none: Tally = { entries: 0, bytes: 0 }

export class SpaceTotals {
  readonly #totals = new Map<SpaceId, Tally>()

  add(space: SpaceId, entryBytes: number): void {
    const { entries, bytes } = this.of(space)
    this.#totals.set(space, { entries: entries + 1, bytes: bytes + entryBytes })
  }

  of(space: SpaceId): Tally {
    return this.#totals.get(space) ?? none
  }

  /** Adds them to those that are stored. */
  mutations(): readonly Mutation[] {
    return [...this.#totals].map(([space, total]) => ({ kind: 'tally', space, ...total }))
  }
}
