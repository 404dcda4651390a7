/** What can go wrong in storage, by what the caller can do about it. */
export type StorageErrorKind =
  /** The engine's own retries did not succeed; the client may try again. */
  | 'conflict'
  /** Closed, disk full, connection lost: nothing was acknowledged. */
  | 'unavailable'
  /** The stored bytes are not ours or are damaged. Stop rather than make it worse. */
  | 'corruption'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Why a store takes no writes, in the words that `GET /health` and the log use. */
export type RefusalReason =
  /** Except for deletes, for which room is kept. */
  | 'the disk is full'
  | 'a commit takes too long'
  | 'another server has taken over the data folder'
  /** Until the process is restarted. */
  | 'the database file cannot be used any more'

/** Every write is refused, this one too. Who watches the engine was told when that began. */
export class WritesRefused extends StorageError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, cause?: unknown) {
    super('unavailable', reason, cause)
    this.reason = reason
  }
}

/** This process has closed the engine: it is stopping, and the request came too late. */
export class EngineClosed extends StorageError {
  constructor() {
    super('unavailable', 'the engine is closed')
  }
}

/** A guard did not hold: what the caller had cached is stale. Nothing was done. */
export class GuardBroken extends Error {
  override readonly name = 'GuardBroken'
}

/** The store cannot be opened as requested. The message is one sentence for the user. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'
}
