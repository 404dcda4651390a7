/**
 * All master keys of a server. Keys that it was given wrap its data keys; without any, a key of a key
 * management service does. A table that names a key of that service is wrapped by it.
 */
import { KeyFault, type DataKeyOwner, type MasterKeys, type WrappedKey } from './master-keys.js'
import type { LocalKeys } from './local-keys.js'

/** A key management service, as far as it wraps data keys. */
export interface KeyService extends MasterKeys {
  /** The ARN of the key that wraps what names none; undefined if there is none. */
  readonly ownKey: string | undefined
}

export class MasterKeySet implements MasterKeys {
  readonly local: LocalKeys
  readonly service: KeyService | undefined

  constructor(local: LocalKeys, service?: KeyService) {
    this.local = local
    this.service = service
  }

  /** Whether there is one to wrap with. */
  get hasKeys(): boolean {
    return this.local.ids.length > 0 || this.service?.ownKey !== undefined
  }

  wrap(dataKey: Uint8Array, owner: DataKeyOwner, masterKey?: string): Promise<WrappedKey> {
    return this.#current(masterKey).wrap(dataKey, owner, masterKey)
  }

  #current(masterKey: string | undefined): MasterKeys {
    if (masterKey !== undefined) return this.#requireService(masterKey)
    if (this.local.ids.length > 0 || this.service?.ownKey === undefined) return this.local
    return this.service
  }

  async unwrap(wrapped: WrappedKey, owner: DataKeyOwner): Promise<Buffer> {
    if (wrapped.by === 'local') return this.local.unwrap(wrapped, owner)
    return this.#requireService(wrapped.masterKey).unwrap(wrapped, owner)
  }

  #requireService(masterKey: string): KeyService {
    if (this.service !== undefined) return this.service
    throw new KeyFault(
      'missing',
      `The server has no key management service, and needs its key ${masterKey}.`,
    )
  }

  isCurrent(wrapped: WrappedKey): boolean {
    return this.#current(undefined).isCurrent(wrapped)
  }
}
