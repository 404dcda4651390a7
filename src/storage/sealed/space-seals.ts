/**
 * Which spaces are sealed, and the ciphers of those that are, at hand. What is known of a space holds for
 * as long as it exists, and ids are never used twice, so nothing here becomes stale, whichever server
 * creates or drops a space. A space that is not known is looked up once.
 */
import type { DataKeyOwner } from '../../keys/master-keys.js'
import { processMemory } from '../../stdx/process-memory.js'
import type { Random } from '../../stdx/random.js'
import type { Engine, SpaceId } from '../engine.js'
import { StorageError } from '../errors.js'
import type { DataKeys, OpenedDataKey } from './data-keys.js'
import { knownSpacesMax } from './limits.js'
import { Nonces } from './nonces.js'
import { OpenedValues, openedValuesBytes } from './opened-values.js'
import { decodeSpaceSeal, getSpaceSeal, type SpaceSeal } from './seal-records.js'
import { unsealed, type Sealing } from './sealing.js'
import { SpaceCipher } from './space-cipher.js'

export class SpaceSeals {
  readonly #engine: Engine
  readonly #keys: DataKeys
  readonly #random: Random
  readonly #nonces: Nonces
  readonly #openedValues = new OpenedValues(openedValuesBytes(processMemory()))
  readonly #sealings = new Map<SpaceId, Sealing>()
  /** Null for a space that is not sealed. */
  readonly #owners = new Map<SpaceId, DataKeyOwner | null>()

  /** The engine without seals. */
  constructor(engine: Engine, keys: DataKeys, random: Random) {
    this.#engine = engine
    this.#keys = keys
    this.#random = random
    this.#nonces = new Nonces(random)
  }

  /** Undefined if it has to be loaded. */
  find(space: SpaceId): Sealing | undefined {
    return this.#sealings.get(space)
  }

  /** Null if the space is not sealed, undefined if that has to be loaded. */
  ownerOf(space: SpaceId): DataKeyOwner | null | undefined {
    return this.#owners.get(space)
  }

  cipherOf(space: SpaceId, { salt }: SpaceSeal, dataKey: OpenedDataKey): SpaceCipher {
    const spaceSalt = Buffer.from(salt, 'base64')
    return new SpaceCipher(space, {
      dataKey,
      spaceSalt,
      random: this.#random,
      nonces: this.#nonces,
      openedValues: this.#openedValues,
    })
  }

  keep(space: SpaceId, owner: DataKeyOwner | null, sealing: Sealing): void {
    if (this.#sealings.size >= knownSpacesMax) this.#clear()
    this.#owners.set(space, owner)
    this.#sealings.set(space, sealing)
  }

  /** The system space stays. */
  #clear(): void {
    for (const space of [...this.#owners.keys()]) this.forget(space)
  }

  forget(space: SpaceId): void {
    this.#owners.delete(space)
    this.#sealings.delete(space)
  }

  /** The system space has no seal: its sealing is given. */
  fix(space: SpaceId, sealing: Sealing): void {
    this.#sealings.set(space, sealing)
  }

  /** Makes `ownerOf` know the spaces. */
  async loadOwners(spaces: readonly SpaceId[]): Promise<void> {
    const unknown = spaces.filter((space) => !this.#owners.has(space))
    if (unknown.length === 0) return
    const seals = await this.#engine.read(unknown.map(getSpaceSeal))
    unknown.forEach((space, i) => {
      const seal = seals[i]
      this.#owners.set(space, seal === undefined ? null : decodeSpaceSeal(seal).owner)
    })
  }

  /** Makes `find` know the spaces. Throws `KeyFault` if a key cannot be used. */
  async load(spaces: readonly SpaceId[]): Promise<void> {
    const unknown = spaces.filter((space) => !this.#sealings.has(space))
    if (unknown.length === 0) return
    const seals = await this.#engine.read(unknown.map(getSpaceSeal))
    for (const [i, space] of unknown.entries()) {
      const seal = seals[i]
      if (seal === undefined) this.keep(space, null, unsealed)
      else await this.#loadSealed(space, decodeSpaceSeal(seal))
    }
  }

  async #loadSealed(space: SpaceId, seal: SpaceSeal): Promise<void> {
    const dataKey = await this.#keys.open(seal.owner)
    if (dataKey !== undefined) {
      this.keep(space, seal.owner, this.cipherOf(space, seal, dataKey))
      return
    }
    const [still] = await this.#engine.read([getSpaceSeal(space)])
    if (still !== undefined) {
      throw new StorageError('corruption', `the data key of space ${space} is missing`)
    }
    // The space was dropped meanwhile. Nothing will be found in it.
    this.keep(space, null, unsealed)
  }
}
