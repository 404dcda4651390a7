/**
 * The guards that were found to hold in the current group of transactions. All writes to a table have the same
 * guard, and within a group only the group's own mutations can break it. So it is read once, and again after
 * anything in its space has changed.
 */
import type { Guard, SpaceId } from '../engine.js'

export class HeldGuards {
  readonly #guards = new Set<Guard>()
  readonly #spaces = new Set<SpaceId>()

  /** Forgets what held in another group. */
  begin(): void {
    this.#guards.clear()
    this.#spaces.clear()
  }

  has(guard: Guard): boolean {
    return this.#guards.has(guard)
  }

  add(guard: Guard): void {
    this.#guards.add(guard)
    this.#spaces.add(guard.space)
  }

  /** Call for every mutation. */
  changed(space: SpaceId): void {
    if (this.#spaces.has(space)) this.begin()
  }
}
