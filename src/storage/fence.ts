/**
 * What a transaction adds to what it does when its right to do it can be taken away by another server.
 *
 * The guard says that the right still held when the transaction looked. The mutation writes the guarded
 * key back as it is, and that is what makes it strict: an engine compares what was read with what is
 * there when both are written, so no such transaction commits after the right has changed hands.
 */
import type { Guard, Mutation } from './engine.js'

export interface Fence {
  readonly guards: readonly Guard[]
  readonly mutations: readonly Mutation[]
}

/** For a store of one's own. */
export const unfenced: Fence = { guards: [], mutations: [] }

export function fencedBy(guard: Guard & { readonly value: Uint8Array }): Fence {
  return { guards: [guard], mutations: [{ kind: 'put', ...guard }] }
}
