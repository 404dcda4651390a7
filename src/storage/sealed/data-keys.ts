/**
 * Data keys, opened and at hand. A key is unwrapped once and kept; one that cannot be unwrapped is tried
 * again after a moment, so that a master key that is back is noticed without a restart, and a service that
 * refuses is not asked with every request.
 */
import {
  KeyFault,
  type DataKeyOwner,
  type MasterKeys,
  type WrappedKey,
} from '../../keys/master-keys.js'
import { dataKeyBytes } from '../../keys/wrapping.js'
import type { Clock } from '../../stdx/clock.js'
import type { Random } from '../../stdx/random.js'
import type { Engine } from '../engine.js'
import type { LostKey } from '../table-keys.js'
import { keyRetryMs } from './limits.js'
import {
  choiceOf,
  decodeDataKey,
  getDataKey,
  storeOwner,
  type DataKeyRecord,
} from './seal-records.js'

/** A data key that was unwrapped. Who holds it asks each time whether it may still be used. */
export class OpenedDataKey {
  readonly secret: Buffer
  #fault: KeyFault | undefined

  constructor(secret: Buffer) {
    this.secret = secret
  }

  get fault(): KeyFault | undefined {
    return this.#fault
  }

  /** Undefined if the master key can be used again. */
  setFault(fault: KeyFault | undefined): void {
    this.#fault = fault
  }

  requireUsable(): void {
    if (this.#fault !== undefined) throw this.#fault
  }
}

/** A key that is not stored yet. */
export interface FreshDataKey {
  readonly record: DataKeyRecord
  readonly opened: OpenedDataKey
}

export interface DataKeysDependencies {
  /** Without seals: the records of keys are not sealed. */
  readonly engine: Engine
  readonly masterKeys: MasterKeys
  readonly random: Random
  readonly clock: Clock
}

export class DataKeys {
  readonly #own: DataKeysDependencies
  readonly #opened = new Map<DataKeyOwner, OpenedDataKey>()
  readonly #opening = new Map<DataKeyOwner, Promise<OpenedDataKey | undefined>>()
  readonly #fresh = new Map<DataKeyOwner, FreshDataKey>()
  readonly #lost = new Map<DataKeyOwner, LostKey & { readonly retryAtMs: number }>()

  constructor(dependencies: DataKeysDependencies) {
    this.#own = dependencies
  }

  /** If it is at hand. */
  find(owner: DataKeyOwner): OpenedDataKey | undefined {
    return this.#opened.get(owner) ?? this.#fresh.get(owner)?.opened
  }

  /** Undefined if the owner has no key. Throws `KeyFault` if it cannot be used. */
  open(owner: DataKeyOwner): Promise<OpenedDataKey | undefined> {
    const found = this.find(owner)
    if (found !== undefined) return Promise.resolve(found)
    const under = this.#opening.get(owner)
    if (under !== undefined) return under
    const opening = this.#open(owner).finally(() => this.#opening.delete(owner))
    this.#opening.set(owner, opening)
    return opening
  }

  async #open(owner: DataKeyOwner): Promise<OpenedDataKey | undefined> {
    const { engine, masterKeys, clock } = this.#own
    const lost = this.#lost.get(owner)
    if (lost !== undefined && clock.now() < lost.retryAtMs) throw lost.fault
    const [found] = await engine.read([getDataKey(owner)])
    if (found === undefined) return undefined
    try {
      const secret = await masterKeys.unwrap(decodeDataKey(found).wrapped, owner)
      const opened = new OpenedDataKey(secret)
      this.#opened.set(owner, opened)
      this.#lost.delete(owner)
      return opened
    } catch (error) {
      if (error instanceof KeyFault) this.#noteLost(owner, error)
      throw error
    }
  }

  #noteLost(owner: DataKeyOwner, fault: KeyFault): void {
    const nowMs = this.#own.clock.now()
    const sinceMs = this.#lost.get(owner)?.sinceMs ?? nowMs
    this.#lost.set(owner, { fault, sinceMs, retryAtMs: nowMs + keyRetryMs })
  }

  /** Undefined if the key can be used, or there is none, or nobody knows. */
  async findLost(owner: DataKeyOwner): Promise<LostKey | undefined> {
    try {
      const opened = await this.open(owner)
      if (opened?.fault === undefined) return undefined
    } catch (error) {
      if (!(error instanceof KeyFault)) throw error
    }
    const lost = this.#lost.get(owner)
    return lost?.fault.kind === 'unreachable' ? undefined : lost
  }

  /**
   * Asks again whether the keys at hand may be used, once for each master key. The store's own key stays
   * in use: without it nothing could be answered, and somebody has to say what is wrong.
   */
  async check(): Promise<void> {
    const asked = new Map<string, KeyFault | undefined>()
    for (const [owner, opened] of [...this.#opened]) {
      const [found] = await this.#own.engine.read([getDataKey(owner)])
      const wrapped = found && decodeDataKey(found).wrapped
      if (wrapped === undefined || owner === storeOwner) continue
      const { masterKey } = wrapped
      if (!asked.has(masterKey)) asked.set(masterKey, await this.#faultOf(wrapped, owner))
      this.#settleFault(owner, opened, asked.get(masterKey))
    }
  }

  async #faultOf(wrapped: WrappedKey, owner: DataKeyOwner): Promise<KeyFault | undefined> {
    try {
      await this.#own.masterKeys.unwrap(wrapped, owner)
      return undefined
    } catch (error) {
      if (error instanceof KeyFault) return error
      throw error
    }
  }

  /** A service that does not answer takes no key away. */
  #settleFault(owner: DataKeyOwner, opened: OpenedDataKey, fault: KeyFault | undefined): void {
    if (fault?.kind === 'unreachable') return
    opened.setFault(fault)
    if (fault === undefined) this.#lost.delete(owner)
    else this.#noteLost(owner, fault)
  }

  /** Makes a key for a new owner, to be stored by the transaction that creates its first space. */
  async prepare(owner: DataKeyOwner, masterKey?: string): Promise<FreshDataKey> {
    const known = this.#fresh.get(owner)
    if (known !== undefined) return known
    const secret = Buffer.from(this.#own.random.bytes(dataKeyBytes))
    const wrapped = await this.#own.masterKeys.wrap(secret, owner, masterKey)
    const record = { owner, spaces: [], ...choiceOf(wrapped, masterKey) }
    const fresh = { record, opened: new OpenedDataKey(secret) }
    this.#fresh.set(owner, fresh)
    return fresh
  }

  findFresh(owner: DataKeyOwner): FreshDataKey | undefined {
    return this.#fresh.get(owner)
  }

  /** The transaction that was to store it has ended. */
  settle(owner: DataKeyOwner, isStored: boolean): void {
    const fresh = this.#fresh.get(owner)
    this.#fresh.delete(owner)
    if (isStored && fresh !== undefined) this.#opened.set(owner, fresh.opened)
  }

  forget(owner: DataKeyOwner): void {
    this.#opened.delete(owner)
    this.#lost.delete(owner)
  }
}
