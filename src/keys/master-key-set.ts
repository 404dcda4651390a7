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
  /** The ARN of a key that can be used, by its ARN, alias or id. Throws `KeyFault`. */
  resolve(scope: KeyScope, name: string): Promise<string>
}

/** Where a key is looked for that is not named by its ARN. */
export interface KeyScope {
  readonly account: string
  readonly region: string
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
    // Without a service, the key that a table names is only described.
    if (masterKey !== undefined && this.service !== undefined) {
      return this.service.wrap(dataKey, owner, masterKey)
    }
    return this.#current().wrap(dataKey, owner)
  }

  #current(): MasterKeys {
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
    return this.#current().isCurrent(wrapped)
  }
}
