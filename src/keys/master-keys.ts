/**
 * What data keys are wrapped by. A data key encrypts data and is stored beside it; a master key encrypts
 * data keys and is never stored with them. Changing a master key therefore rewrites a few records and no
 * data.
 *
 * A wrapped key belongs to its owner: it cannot be unwrapped as somebody else's.
 */

/** A data key as it is stored. */
export interface WrappedKey {
  /** `local` for a key of the server's own, `kms` for a key of a key management service. */
  readonly by: 'local' | 'kms'
  /** The id of the master key: a fingerprint, or an ARN. */
  readonly masterKey: string
  /** In base64. */
  readonly bytes: string
}

export interface MasterKeys {
  /** By the master key with this ARN; by the current one if there is none. Throws `KeyFault`. */
  wrap(dataKey: Uint8Array, owner: DataKeyOwner, masterKey?: string): Promise<WrappedKey>
  /** Throws `KeyFault` if the master key cannot be used. */
  unwrap(wrapped: WrappedKey, owner: DataKeyOwner): Promise<Buffer>
  /** Whether a key is wrapped by what new keys would be wrapped by. */
  isCurrent(wrapped: WrappedKey): boolean
}

/** Whose key it is: a table by its id, a backup, or the store itself. */
export type DataKeyOwner = string

export type KeyFaultKind =
  /** The server has no such key. */
  | 'missing'
  /** The service says that it must not be used now. */
  | 'disabled'
  | 'pending deletion'
  | 'not found'
  | 'denied'
  | 'not usable'
  /** Nobody knows: the service did not answer. */
  | 'unreachable'

/** A master key cannot be used. The message is a sentence for clients; it never has any key in it. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault'
  readonly kind: KeyFaultKind

  constructor(kind: KeyFaultKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
