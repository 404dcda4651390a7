/**
 * The version under which a guard was last seen to hold.
 *
 * Each write of an entry gives it a new version, so an entry that still has the version under which
 * it had the guard's value still has that value: the value itself, a whole table definition, need
 * not be sent with every request. An entry with another version is compared by value again.
 *
 * Guards are identified by object identity: those of a table are one object for as long as its
 * definition is cached, and what is known of them is dropped with them.
 */
import type { Guard } from '../../engine.js'
import { GuardBroken } from '../../errors.js'
import { conflict } from '../connection/failures.js'

/** An existing entry, with the columns that were asked for. */
export interface FoundEntry {
  readonly value: Buffer | undefined
  readonly version: string | undefined
}

export class GuardVersions {
  readonly #versions = new WeakMap<Guard, string>()

  /** Undefined if the guard has to be compared with the value itself. */
  of(guard: Guard): string | undefined {
    return this.#versions.get(guard)
  }

  /** Whether what was found is enough to decide if the guard holds. */
  canTell(guard: Guard, found: FoundEntry | undefined): boolean {
    return found === undefined || found.value !== undefined || found.version === this.of(guard)
  }

  holds(guard: Guard, found: FoundEntry | undefined): boolean {
    if (guard.value === undefined || found === undefined) return guard.value === found
    if (found.value === undefined) return found.version === this.of(guard)
    if (!found.value.equals(guard.value)) return false
    if (found.version !== undefined) this.#versions.set(guard, found.version)
    return true
  }

  /**
   * The error of a write whose guards did not hold. A guard that was compared by version may have
   * been rewritten with the same value: then the write is retried, comparing the value.
   */
  broken(guards: readonly Guard[]): Error {
    const known = guards.filter((guard) => this.#versions.delete(guard))
    return known.length > 0 ? conflict() : guardBroken()
  }
}

export function guardBroken(): GuardBroken {
  return new GuardBroken('a guarded key has changed')
}
