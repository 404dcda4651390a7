/**
 * The guards that reads have found to hold since the system's space last changed. All reads of a table have
 * the same guard, so that most need not look for it.
 */
import { type Guard, systemSpace } from '../engine.js'
import { knownGuardsMax } from './limits.js'

export class KnownGuards {
  readonly #guards = new Set<Guard>()
  #version: number | undefined

  /** Whether all of them hold. */
  hold(guards: readonly Guard[], version: number | undefined): boolean {
    if (version === undefined || version !== this.#version) return false
    for (const guard of guards) if (!this.#guards.has(guard)) return false
    return true
  }

  /** Call for guards that were found to hold, with the version from before that. */
  add(guards: readonly Guard[], version: number | undefined): void {
    if (version !== this.#version || this.#guards.size > knownGuardsMax) this.#guards.clear()
    this.#version = version
    for (const guard of guards) if (guard.space === systemSpace) this.#guards.add(guard)
  }
}
