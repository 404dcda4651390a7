/** What would be wrong without a part of replication: the simulation has to see each of them. */
import type { Mutation } from '../../../src/storage/engine.js'
import { decodeItemVersion } from '../../../src/items/write/item-version.js'
import type { Fault } from './shaken-engine.js'

/** Spaces with the versions of items, by what their labels say. */
class VersionSpaces {
  readonly #spaces = new Set<number>()

  /** Notes what a transaction creates. */
  note(mutations: readonly Mutation[]): void {
    for (const mutation of mutations) {
      if (mutation.kind === 'create-space' && mutation.label.endsWith(' versions')) {
        this.#spaces.add(mutation.space)
      }
    }
  }

  has(space: number): boolean {
    return this.#spaces.has(space)
  }
}

/** Deletions are forgotten at once, instead of when every region has passed them. */
export function withoutTombstones(): Fault {
  const spaces = new VersionSpaces()
  return {
    stored(mutations) {
      spaces.note(mutations)
      return mutations.map((mutation) => {
        if (mutation.kind !== 'put' || !spaces.has(mutation.space)) return mutation
        if (!decodeItemVersion(Buffer.from(mutation.value)).isDeleted) return mutation
        return { kind: 'delete', space: mutation.space, key: mutation.key }
      })
    },
  }
}

/** Every change is applied as it comes, as if nothing were known about what is there. */
export function withoutVersions(): Fault {
  const spaces = new VersionSpaces()
  return {
    stored(mutations) {
      spaces.note(mutations)
      return mutations
    },
    found: ({ space }, value) => (spaces.has(space) && Buffer.isBuffer(value) ? undefined : value),
  }
}
