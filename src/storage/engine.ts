/**
 * What the database needs from an engine: ordered bytes, snapshots and atomic transactions.
 *
 * An engine knows *spaces* (ordered keyspaces, created and dropped whole), keys and values, and
 * nothing of DynamoDB. Three very different engines implement this interface: a tree in memory,
 * LMDB on a local disk, and PostgreSQL over a network. So the interface is made of whole requests:
 *
 * - `read` asks for everything it needs at once and sees one snapshot. One call, one round trip.
 * - `transact` names what it reads, then *decides*: a pure, synchronous function of what was read
 *   that returns what to write. Reads and writes are atomic and serializable, durable when the
 *   promise resolves. An engine may call `decide` again after a conflict, so it must not remember
 *   or change anything. Everything DynamoDB writes has this shape: its keys are known from the
 *   request. No engine ever holds a lock while JavaScript waits for something.
 * - `replace` is the blind write: it puts or deletes one entry whatever was there. It needs one
 *   round trip where a transaction, which has to read first, needs two.
 * - `guards` state what must be true for either to mean anything: a key still has the value that a
 *   cached table definition was made from. A broken guard throws `GuardBroken` and nothing is done.
 *   This is how caches stay correct when several servers share one database.
 */
import type { ReadMemory } from './read-memory.js'

export type SpaceId = number

export type Read = Get | Range | TallyRead | HeadsRead

export interface Get {
  readonly kind: 'get'
  readonly space: SpaceId
  readonly key: Uint8Array
  /** Where the value may be copied to, if it is not kept for longer than that. */
  readonly memory?: ReadMemory | undefined
}

/** Entries with `from <= key < to`, ascending, or descending with `reverse`. */
export interface Range {
  readonly kind: 'range'
  readonly space: SpaceId
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly reverse?: boolean
  /** A page ends after this many entries … */
  readonly entriesMax: number
  /** … or with the entry that makes its values reach this many bytes. */
  readonly bytesMax?: number
  /** Where values may be copied to, if they are not kept for longer than that. */
  readonly memory?: ReadMemory | undefined
}

/** How many entries a space has and their total weight: see `Tally`. */
export interface TallyRead {
  readonly kind: 'tally'
  readonly space: SpaceId
}

/** The last numbers of the logs of a space, in the order of the logs' keys: see `append`. */
export interface HeadsRead {
  readonly kind: 'heads'
  readonly space: SpaceId
}

export interface LogHead {
  readonly log: Buffer
  /** The last number that was assigned. */
  readonly number: number
}

export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

export interface RangePage {
  readonly entries: readonly Entry[]
  /** Whether the page was cut short and the range continues after its last entry. */
  readonly more: boolean
}

/**
 * Running totals of a space, kept by `tally` mutations: the writer states what its change weighs.
 */
export interface Tally {
  readonly entries: number
  readonly bytes: number
}

export type ResultOf<R extends Read> = R extends Get
  ? Buffer | undefined
  : R extends Range
    ? RangePage
    : R extends HeadsRead
      ? readonly LogHead[]
      : Tally

export type ResultsOf<R extends readonly Read[]> = { readonly [I in keyof R]: ResultOf<R[I]> }

export interface Guard {
  readonly space: SpaceId
  readonly key: Uint8Array
  /** Undefined means that the key must be absent. */
  readonly value: Uint8Array | undefined
}

export type Mutation =
  | {
      readonly kind: 'put'
      readonly space: SpaceId
      readonly key: Uint8Array
      readonly value: Uint8Array
      /** The weight of an entry that `replace` may replace later. Default 0. */
      readonly weight?: number
    }
  | { readonly kind: 'delete'; readonly space: SpaceId; readonly key: Uint8Array }
  | {
      readonly kind: 'tally'
      readonly space: SpaceId
      readonly entries: number
      readonly bytes: number
    }
  /**
   * Adds an entry to a log: its key is the log's own key, then the next number of that log in eight
   * bytes. Numbers start at 1, only grow, and are assigned in commit order: once an entry can be
   * read, none with a lower number can appear. Readers rely on this to know that they have seen
   * everything up to their position. Numbers are not reused when entries are deleted.
   */
  | {
      readonly kind: 'append'
      readonly space: SpaceId
      readonly log: Uint8Array
      readonly value: Uint8Array
    }
  /**
   * Makes a log that has assigned no number yet continue after this one, for copies of other logs.
   */
  | {
      readonly kind: 'start-log'
      readonly space: SpaceId
      readonly log: Uint8Array
      readonly number: number
    }
  | {
      readonly kind: 'create-space'
      readonly space: SpaceId
      readonly label: string
      /** Whose data is kept there: the id of a table. For engines that encrypt by owner. */
      readonly owner?: string
      /** Whether the owner comes into being with it; what an older owner has is kept as it is. */
      readonly isNewOwner?: boolean
      /** The ARN of the key that a new owner has chosen. */
      readonly masterKey?: string
    }
  | { readonly kind: 'drop-space'; readonly space: SpaceId }

export interface Decision<T> {
  readonly mutations: readonly Mutation[]
  readonly result: T
}

export interface Transaction<R extends readonly Read[], T> {
  readonly guards?: readonly Guard[]
  /**
   * Spaces that no other transaction writes to from before the first read until the commit. A
   * transaction that changes a guard that others write under, or reads a range that must not
   * change, names the space here: a transaction that began under the old guard has then either
   * committed before the reads or fails on the new guard. Without this, an engine may check what
   * was read key by key, which is enough for `get`s and guards, but not for entries that did not
   * exist yet.
   */
  readonly exclusive?: readonly SpaceId[]
  readonly reads: R
  /** If it throws, nothing is written and the caller gets the error. */
  decide(results: ResultsOf<R>): Decision<T>
}

/** One entry to put (or to delete, if it has no value) whatever was there before. */
export interface Replacement {
  readonly guards?: readonly Guard[] | undefined
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
  /** What a value weighs in the tally of the space, which is updated with it. Pure. */
  weigh(value: Uint8Array): number
}

/** An existing space, with the label it was created with. */
export interface LabelledSpace {
  readonly space: SpaceId
  readonly label: string
}

export interface Engine {
  /** As shown to people: `memory`, `lmdb`, `postgres`. */
  readonly name: string
  /** Whether other processes may use the same data at the same time. */
  readonly shared: boolean
  /** How many keys a read should name at most, because it holds the event loop; absent if another process does the reading. */
  readonly keysPerRead?: number
  read<const R extends readonly Read[]>(reads: R, guards?: readonly Guard[]): Promise<ResultsOf<R>>
  /**
   * The same at once; undefined if something has to be waited for. For reads that take less time than waiting
   * for a promise. Only where the engine reads in this process.
   */
  readNow?<const R extends readonly Read[]>(
    reads: R,
    guards?: readonly Guard[],
  ): ResultsOf<R> | undefined
  transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T>
  /** Returns the weight of the entry that was replaced, or undefined if there was none. */
  replace(replacement: Replacement): Promise<number | undefined>
  /**
   * The same for entries of different keys, in one commit. Only the guards given here are looked at, not those of a
   * replacement. An engine may do without: a transaction has the same effect.
   */
  replaceAll?(
    replacements: readonly Replacement[],
    guards: readonly Guard[],
  ): Promise<readonly (number | undefined)[]>
  /** Every space but the system's, in the order of ids: for copying a whole store. */
  spaces(): Promise<readonly LabelledSpace[]>
  /** The time by the store's own clock, for a store that servers on several machines share. */
  storeTime?(): Promise<number>
  /** Rejects with `StorageError` if the store does not answer, or is known to refuse every write. */
  ping(): Promise<void>
  /**
   * For a server that has to stop while its store does not answer: requests in progress fail now, and
   * so do all others. A write among them may have happened or not.
   */
  abandon?(): void
  /** Waits for requests in progress, then releases everything. Later calls are refused. */
  close(): Promise<void>
}

/** The space that always exists, for the catalog and other records of the database itself. */
export const systemSpace: SpaceId = 0
