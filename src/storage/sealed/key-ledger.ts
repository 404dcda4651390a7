/**
 * What one decision does to spaces and their keys: a space that is created for an owner with a data key is
 * sealed with it, and a key goes with the last space that it seals. After that nobody can read what is
 * left of their bytes, also not who has the master key.
 *
 * Whatever has to be read or made first is asked for by throwing `Unprepared`: the transaction is then
 * decided again.
 */
import type { DataKeyOwner } from '../../keys/master-keys.js'
import type { Random } from '../../stdx/random.js'
import type { Mutation, SpaceId } from '../engine.js'
import type { DataKeys, OpenedDataKey } from './data-keys.js'
import { engineArea } from '../keyspace.js'
import {
  deleteDataKey,
  deleteSpaceSeal,
  putDataKey,
  putSpaceSeal,
  type DataKeyRecord,
  type SpaceSeal,
} from './seal-records.js'
import type { SpaceSeals } from './space-seals.js'

/** What a decision needs to be made, and is not at hand. */
export type Need =
  | { readonly kind: 'sealing'; readonly space: SpaceId }
  | { readonly kind: 'owner'; readonly space: SpaceId }
  /** The record of a key, read in the transaction itself. */
  | { readonly kind: 'record'; readonly owner: DataKeyOwner }
  | { readonly kind: 'opened key'; readonly owner: DataKeyOwner }
  | { readonly kind: 'new key'; readonly owner: DataKeyOwner; readonly masterKey?: string }

export class Unprepared extends Error {
  override readonly name = 'Unprepared'
  readonly need: Need

  constructor(need: Need) {
    super('a decision needs what is not at hand')
    this.need = need
  }
}

export type FoundRecords = ReadonlyMap<DataKeyOwner, DataKeyRecord | undefined>

export interface CreatedSpace {
  readonly seal: SpaceSeal
  readonly dataKey: OpenedDataKey
}

type CreateSpace = Extract<Mutation, { readonly kind: 'create-space' }>

export class KeyLedger {
  readonly #keys: DataKeys
  readonly #random: Random
  readonly #found: FoundRecords
  readonly #changed = new Map<DataKeyOwner, DataKeyRecord>()

  constructor(keys: DataKeys, random: Random, found: FoundRecords) {
    this.#keys = keys
    this.#random = random
    this.#found = found
  }

  /** Undefined if the space is not sealed. */
  create({ space, owner, isNewOwner, masterKey }: CreateSpace): CreatedSpace | undefined {
    if (owner === undefined || !isSpaceId(space)) return undefined
    const record =
      this.#record(owner) ?? (isNewOwner === true ? this.#fresh(owner, masterKey) : undefined)
    if (record === undefined) return undefined
    const dataKey = this.#keys.find(owner)
    if (dataKey === undefined) throw new Unprepared({ kind: 'opened key', owner })
    this.#changed.set(owner, { ...record, spaces: [...record.spaces, space] })
    const salt = Buffer.from(this.#random.bytes(spaceSaltBytes)).toString('base64')
    return { seal: { owner, salt }, dataKey }
  }

  drop(space: SpaceId, seals: SpaceSeals, created: ReadonlyMap<SpaceId, CreatedSpace>): void {
    const owner = created.get(space)?.seal.owner ?? seals.ownerOf(space)
    if (owner === undefined) throw new Unprepared({ kind: 'owner', space })
    if (owner === null) return
    const record = this.#record(owner)
    if (record === undefined) return
    this.#changed.set(owner, { ...record, spaces: record.spaces.filter((each) => each !== space) })
  }

  /** The owners whose keys are new with this decision. */
  get newOwners(): readonly DataKeyOwner[] {
    return [...this.#changed.keys()].filter((owner) => this.#found.get(owner) === undefined)
  }

  mutations(): readonly Mutation[] {
    return [...this.#changed.values()].map((record) =>
      record.spaces.length === 0 ? deleteDataKey(record.owner) : putDataKey(record),
    )
  }

  #record(owner: DataKeyOwner): DataKeyRecord | undefined {
    const changed = this.#changed.get(owner)
    if (changed !== undefined) return changed
    if (!this.#found.has(owner)) throw new Unprepared({ kind: 'record', owner })
    return this.#found.get(owner)
  }

  #fresh(owner: DataKeyOwner, masterKey: string | undefined): DataKeyRecord {
    const fresh = this.#keys.findFresh(owner)
    if (fresh === undefined) throw new Unprepared({ kind: 'new key', owner, masterKey })
    return fresh.record
  }
}

/** What is stored about the seals of spaces that a decision creates and drops. */
export function sealMutation(space: SpaceId, created: CreatedSpace | undefined): Mutation {
  return created === undefined ? deleteSpaceSeal(space) : putSpaceSeal(space, created.seal)
}

/** The engine below refuses everything else. */
function isSpaceId(space: SpaceId): boolean {
  return Number.isInteger(space) && space >= 0 && space < engineArea
}

const spaceSaltBytes = 32
