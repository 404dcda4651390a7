/** What can go wrong below the database, told apart by what the caller can do about it. */
export type StorageErrorKind =
  /** Retries inside the engine did not get through; the client may try again. */
  | 'conflict'
  /** Closed, disk full, connection lost: nothing was acknowledged. */
  | 'unavailable'
  /** Stored bytes that cannot be ours. Stop rather than make it worse. */
  | 'corruption'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** A guard did not hold: whatever the caller had cached is stale. Nothing was done. */
export class GuardBroken extends Error {
  override readonly name = 'GuardBroken'
}

/** The store cannot be opened as asked. The message is one sentence for the person who asked. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'
}
