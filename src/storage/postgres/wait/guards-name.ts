/**
 * One name for a list of guards, so that requests under the same guards can share a batch.
 *
 * Guards are compared by identity, which is cheaper than comparing whole table definitions: those
 * of a table are one object for as long as its definition is cached. Equal guards that are
 * different objects have different names.
 */
import type { Guard } from '../../engine.js'

const numbers = new WeakMap<Guard, number>()
let last = 0

export function guardsName(guards: readonly Guard[]): string {
  return guards.map(numberOf).join()
}

function numberOf(guard: Guard): number {
  const known = numbers.get(guard)
  if (known !== undefined) return known
  numbers.set(guard, ++last)
  return last
}
