/** What would be wrong without a part of replication: the simulation has to see each of them. */
import type { LabelledSpace, Mutation } from '../../../src/storage/engine.js'
import { decodeItemVersion } from '../../../src/items/write/item-version.js'
import type { Fault, FaultIn } from './faulty-engine.js'

type Created = Extract<Mutation, { readonly kind: 'create-space' }>

/** Spaces with the versions of items, by what their labels say. */
class VersionSpaces {
  readonly #spaces = new Set<number>()

  constructor(known: readonly LabelledSpace[]) {
    this.#add(known)
  }

  /** Notes what a transaction creates. */
  note(mutations: readonly Mutation[]): void {
    this.#add(mutations.filter(({ kind }) => kind === 'create-space') as readonly Created[])
  }

  #add(spaces: readonly LabelledSpace[]): void {
    for (const { space, label } of spaces) {
      if (label.endsWith(' versions')) this.#spaces.add(space)
    }
  }

  has(space: number): boolean {
    return this.#spaces.has(space)
  }
}

/** Deletions are forgotten at once, instead of when every region has passed them. */
function withoutTombstones(known: readonly LabelledSpace[]): Fault {
  const spaces = new VersionSpaces(known)
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
function withoutVersions(known: readonly LabelledSpace[]): Fault {
  const spaces = new VersionSpaces(known)
  return {
    stored(mutations) {
      spaces.note(mutations)
      return mutations
    },
    found: ({ space }, value) => (spaces.has(space) && Buffer.isBuffer(value) ? undefined : value),
  }
}

/** By the part that is missing. */
export const faults: Readonly<Record<string, FaultIn>> = {
  'the memory of deletions': withoutTombstones,
  versions: withoutVersions,
}
