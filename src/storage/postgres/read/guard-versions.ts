/**
 * Under which version a guard was last seen to hold.
 *
 * A version is new with each write of an entry, so an entry that still has the version under which it
 * had the guard's value has that value still: the value itself, a whole table definition, need not
 * travel with every request. An entry of another version is looked at again.
 *
 * Guards are known by their identity: those of a table are one object for as long as its definition
 * is cached, and what is known of them goes with them.
 */
import type { Guard } from '../../engine.js'
import { GuardBroken } from '../../errors.js'
import { conflict } from '../connection/failures.js'
import type { Found } from './read-answer.js'
import type { ReadTarget } from './read-plan.js'
import type { Parameters } from '../connection/sql-text.js'

export class GuardVersions {
  readonly #versions = new WeakMap<Guard, string>()

  /** Undefined when the guard has to be held against the value itself. */
  of(guard: Guard): string | undefined {
    return this.#versions.get(guard)
  }

  /** Whether what was found tells if the guard holds. */
  canTell(guard: Guard, found: Found | undefined): boolean {
    return found === undefined || found.value !== undefined || found.version === this.of(guard)
  }

  holds(guard: Guard, found: Found | undefined): boolean {
    if (guard.value === undefined || found === undefined) return guard.value === found
    if (found.value === undefined) return found.version === this.of(guard)
    if (!found.value.equals(guard.value)) return false
    if (found.version !== undefined) this.#versions.set(guard, found.version)
    return true
  }

  /**
   * What a write throws whose guards did not hold. One that was held against a version may have been
   * written anew with the same value: it is to be tried again, against the value.
   */
  broken(guards: readonly Guard[]): Error {
    const known = guards.filter((guard) => this.#versions.delete(guard))
    return known.length > 0 ? conflict() : guardBroken()
  }
}

export function guardBroken(): GuardBroken {
  return new GuardBroken('a guarded key has changed')
}

/** The condition in SQL that a guard holds. */
export function guardHolds(guard: Guard, target: ReadTarget, p: Parameters): string {
  const { space, key, value } = guard
  const found = `SELECT 1 FROM ${target.relationOf(space)} WHERE key = ${p.bytes(key)}`
  if (value === undefined) return `NOT EXISTS (${found})`
  const version = target.guardVersions.of(guard)
  const same = version === undefined ? `value = ${p.bytes(value)}` : `ver = ${p.bigint(version)}`
  return `EXISTS (${found} AND ${same})`
}
