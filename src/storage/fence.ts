/**
 * What a transaction adds when another server can take over its right to do what it does.
 *
 * The guard checks that the right was still held when the transaction read. The mutation writes the
 * guarded key back unchanged, which makes the check strict: an engine compares what was read with
 * what is stored when both are written, so no such transaction commits after the right has changed
 * hands.
 */
import type { Engine, Guard, Mutation } from './engine.js'

export interface Fence {
  readonly guards: readonly Guard[]
  readonly mutations: readonly Mutation[]
}

/** For a store that no other server works on. */
export const unfenced: Fence = { guards: [], mutations: [] }

export function fencedBy(guard: Guard & { readonly value: Uint8Array }): Fence {
  return { guards: [guard], mutations: [{ kind: 'put', ...guard }] }
}

/** Writes under a fence what does not depend on anything read. */
export async function writeFenced(
  engine: Engine,
  fence: Fence,
  mutations: readonly Mutation[],
): Promise<void> {
  if (mutations.length === 0) return
  const all = [...mutations, ...fence.mutations]
  await engine.transact({
    guards: fence.guards,
    reads: [],
    decide: () => ({ mutations: all, result: undefined }),
  })
}
