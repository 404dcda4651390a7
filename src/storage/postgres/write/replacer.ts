/**
 * Blind writes in batches (`batcher.ts`): those to the same space under the same guards share one
 * statement and its commit. Deletions are sent at once.
 *
 * Writes of a batch fail together only if that is right for each of them: a broken guard is broken
 * for all, and so is a lost database. If the database refuses several together, each is sent again
 * alone.
 */
import { batchedWritesBytesMax, batchedWritesMax, batchedWriteStatementsMax } from '../limits.js'
import type { Replacement } from '../../engine.js'
import { entryName } from './folded-mutations.js'
import { tooManyWait } from '../connection/failures.js'
import { Batcher } from '../wait/batcher.js'
import { guardsName } from '../wait/guards-name.js'

/** Puts all of them; returns the weights of the replaced entries by entry name. */
export type ReplaceAll = (batch: readonly Replacement[]) => Promise<ReadonlyMap<string, number>>

/** The database refuses several at once. Nothing was done. */
export class GroupRefused extends Error {
  override readonly name = 'GroupRefused'
}

interface Waiting {
  readonly replacement: Replacement
  readonly resolve: (before: number | undefined) => void
  readonly reject: (error: unknown) => void
}

export class Replacer {
  readonly #replaceAll: ReplaceAll
  readonly #batcher: Batcher<Waiting>

  constructor(waitMs: number, replaceAll: ReplaceAll) {
    this.#replaceAll = replaceAll
    this.#batcher = new Batcher({
      underWayMax: batchedWriteStatementsMax,
      waitMs,
      take: takeBatch,
      send: (batch) => this.#send(batch),
      refuse: ({ reject }) => reject(tooManyWait()),
    })
  }

  ask(replacement: Replacement): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const one = { replacement, resolve, reject }
      if (replacement.value === undefined) void this.#send([one])
      else this.#batcher.add(groupOf(replacement), one)
    })
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const before = await this.#replaceAll(batch.map(({ replacement }) => replacement))
      for (const { replacement, resolve } of batch) resolve(before.get(nameOf(replacement)))
    } catch (error) {
      if (error instanceof GroupRefused) await Promise.all(batch.map((one) => this.#send([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
}

function groupOf({ space, guards = [] }: Replacement): string {
  return `${space}|${guardsName(guards)}`
}

/** The first requests, as many as fit one statement; of those for the same entry only the first. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  const names = new Set<string>()
  let [count, bytes] = [0, 0]
  for (const { replacement } of waiting) {
    const name = nameOf(replacement)
    const isFull = count >= batchedWritesMax || bytes >= batchedWritesBytesMax
    if (isFull || names.has(name)) break
    names.add(name)
    count++
    bytes += replacement.value?.length ?? 0
  }
  return waiting.splice(0, count)
}

function nameOf({ space, key }: Replacement): string {
  return entryName(space, key)
}
