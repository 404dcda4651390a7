/** One decision of a transaction, with its values sealed and what it does to spaces and their keys. */
import { unreachable } from '../../stdx/assert.js'
import { systemSpace, type Mutation, type SpaceId } from '../engine.js'
import type { DataKeys } from './data-keys.js'
import { sealMutation, Unprepared, type CreatedSpace, type KeyLedger } from './key-ledger.js'
import { unsealed, type Sealing } from './sealing.js'
import type { SpaceSeals } from './space-seals.js'

export class SealedDecision {
  readonly #seals: SpaceSeals
  readonly #ledger: KeyLedger
  readonly #created = new Map<SpaceId, CreatedSpace>()
  readonly #sealings = new Map<SpaceId, Sealing>()
  readonly #dropped: SpaceId[] = []

  constructor(seals: SpaceSeals, ledger: KeyLedger) {
    this.#seals = seals
    this.#ledger = ledger
  }

  /** Throws `Unprepared`. */
  seal(mutations: readonly Mutation[]): readonly Mutation[] {
    const sealed: Mutation[] = []
    for (const mutation of mutations) this.#add(mutation, sealed)
    sealed.push(...this.#ledger.mutations())
    return sealed
  }

  #add(mutation: Mutation, sealed: Mutation[]): void {
    switch (mutation.kind) {
      case 'put':
        sealed.push(sealedPut(mutation, this.#sealingOf(mutation.space)))
        return
      case 'append':
        sealed.push(sealedAppend(mutation, this.#sealingOf(mutation.space)))
        return
      case 'create-space':
        sealed.push(mutation, ...this.#create(mutation))
        return
      case 'drop-space':
        this.#drop(mutation.space)
        sealed.push(mutation, sealMutation(mutation.space, undefined))
        return
      case 'delete':
      case 'tally':
      case 'start-log':
        sealed.push(mutation)
        return
      default:
        unreachable(mutation)
    }
  }

  #sealingOf(space: SpaceId): Sealing {
    const sealing = this.#sealings.get(space) ?? this.#seals.find(space)
    if (sealing === undefined) throw new Unprepared({ kind: 'sealing', space })
    return sealing
  }

  #create(mutation: Mutation & { readonly kind: 'create-space' }): readonly Mutation[] {
    const { space } = mutation
    const created = this.#ledger.create(mutation)
    if (created === undefined) {
      this.#sealings.set(space, unsealed)
      return []
    }
    this.#created.set(space, created)
    this.#sealings.set(space, this.#seals.cipherOf(space, created.seal, created.dataKey))
    return [sealMutation(space, created)]
  }

  #drop(space: SpaceId): void {
    this.#ledger.drop(space, this.#seals, this.#created)
    this.#created.delete(space)
    this.#sealings.delete(space)
    this.#dropped.push(space)
  }

  /** It has been committed: what it made is known. */
  commit(keys: DataKeys): void {
    for (const owner of this.#ledger.newOwners) keys.settle(owner, true)
    for (const space of this.#dropped) this.#seals.forget(space)
    for (const [space, sealing] of this.#sealings) {
      if (space === systemSpace) continue
      this.#seals.keep(space, this.#created.get(space)?.seal.owner ?? null, sealing)
    }
  }
}

type Put = Extract<Mutation, { readonly kind: 'put' }>
type Append = Extract<Mutation, { readonly kind: 'append' }>

function sealedPut(put: Put, sealing: Sealing): Mutation {
  if (sealing === unsealed) return put
  const { kind, space, key, weight } = put
  return { kind, space, key, value: sealing.seal(key, put.value, weight), weight }
}

function sealedAppend(append: Append, sealing: Sealing): Mutation {
  if (sealing === unsealed) return append
  return { ...append, value: sealing.sealAppended(append.log, append.value) }
}
