/**
 * What a worker has sent and not heard of yet: decisions build on it, so that a key that is written
 * again and again need not wait for each commit.
 */
import type { Mutation, SpaceId } from '../../engine.js'
import { storedKey } from '../stored-keys.js'

export interface InFlightWrite {
  /** Of the transaction that wrote it. */
  readonly sequence: number
  /** Undefined if it deleted the key. */
  readonly value: Uint8Array | undefined
}

/** What is to be forgotten when a transaction has ended. */
export interface Footprint {
  readonly sequence: number
  readonly keys: readonly string[]
  readonly spaces: readonly SpaceId[]
  readonly changesSpaces: boolean
}

export class InFlightWrites {
  readonly #byKey = new Map<string, InFlightWrite>()
  /** How many transactions change a space. */
  readonly #bySpace = new Map<SpaceId, number>()
  #changingSpaces = 0

  /** Whether spaces are being created or dropped. */
  get changesSpaces(): boolean {
    return this.#changingSpaces > 0
  }

  changes(space: SpaceId): boolean {
    return this.#bySpace.has(space)
  }

  find(space: SpaceId, key: Uint8Array): InFlightWrite | undefined {
    return this.#bySpace.has(space) ? this.#byKey.get(textOf(space, key)) : undefined
  }

  add(sequence: number, mutations: readonly Mutation[]): Footprint {
    const keys: string[] = []
    const spaces = new Set<SpaceId>()
    let changesSpaces = false
    for (const mutation of mutations) {
      const { kind, space } = mutation
      spaces.add(space)
      if (kind === 'put' || kind === 'delete') {
        const key = textOf(space, mutation.key)
        const value = kind === 'put' ? mutation.value : undefined
        this.#byKey.set(key, { sequence, value })
        keys.push(key)
      } else changesSpaces ||= kind === 'create-space' || kind === 'drop-space'
    }
    for (const space of spaces) this.#bySpace.set(space, (this.#bySpace.get(space) ?? 0) + 1)
    if (changesSpaces) this.#changingSpaces++
    return { sequence, keys, spaces: [...spaces], changesSpaces }
  }

  remove({ sequence, keys, spaces, changesSpaces }: Footprint): void {
    for (const key of keys) {
      if (this.#byKey.get(key)?.sequence === sequence) this.#byKey.delete(key)
    }
    for (const space of spaces) {
      const left = this.#bySpace.get(space)! - 1
      if (left === 0) this.#bySpace.delete(space)
      else this.#bySpace.set(space, left)
    }
    if (changesSpaces) this.#changingSpaces--
  }
}

function textOf(space: SpaceId, key: Uint8Array): string {
  const stored = storedKey(space, key)
  return stored.toString('latin1')
}
