/**
 * Blind writes, gathered. A few statements are under way at a time; what arrives meanwhile for the same
 * space under the same guards goes together in the next one, and shares its commit. An idle server
 * sends each write at once.
 *
 * Those that go together share a fate only where that is no harm: a guard that is broken is broken for
 * all of them, and a database that is away is away. If the database refuses what several of them
 * ask for, each asks again by itself.
 */
import { gatheredWritesBytesMax, gatheredWritesMax } from '../../model/limits.js'
import type { Replacement } from '../engine.js'
import { entryName } from './changes.js'
import { guardsName } from './hot-keys.js'

/** Puts each of them; tells by the entries' names what those that were replaced weighed. */
export type ReplaceAll = (together: readonly Replacement[]) => Promise<ReadonlyMap<string, number>>

/** The database will not do this for several at once. Nothing was done. */
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
  readonly #statementsMax: number
  #underWay = 0
  /** By the space and the guards, the longest waiting first. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(statementsMax: number, replaceAll: ReplaceAll) {
    this.#statementsMax = statementsMax
    this.#replaceAll = replaceAll
  }

  ask(replacement: Replacement): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const one = { replacement, resolve, reject }
      if (this.#underWay < this.#statementsMax || replacement.value === undefined) {
        void this.#send([one])
      } else this.#join(one)
    })
  }

  #join(one: Waiting): void {
    const { space, guards = [] } = one.replacement
    const group = `${space}|${guardsName(guards)}`
    const waiting = this.#waiting.get(group)
    if (waiting === undefined) this.#waiting.set(group, [one])
    else waiting.push(one)
  }

  async #send(together: readonly Waiting[]): Promise<void> {
    this.#underWay++
    try {
      const before = await this.#replaceAll(together.map(({ replacement }) => replacement))
      for (const { replacement, resolve } of together) resolve(before.get(nameOf(replacement)))
    } catch (error) {
      if (error instanceof GroupRefused) for (const one of together) void this.#send([one])
      else for (const { reject } of together) reject(error)
    } finally {
      this.#underWay--
      this.#sendNext()
    }
  }

  #sendNext(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#underWay >= this.#statementsMax) return
    const [group, waiting] = first
    const together = takeTogether(waiting)
    this.#waiting.delete(group)
    // What is left goes to the end, so that no group waits for another for ever.
    if (waiting.length > 0) this.#waiting.set(group, waiting)
    void this.#send(together)
  }
}

/** The first ones, as many as one statement may have; of those for one entry only the first. */
function takeTogether(waiting: Waiting[]): readonly Waiting[] {
  const names = new Set<string>()
  let [count, bytes] = [0, 0]
  for (const { replacement } of waiting) {
    const name = nameOf(replacement)
    const isFull = count >= gatheredWritesMax || bytes >= gatheredWritesBytesMax
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
