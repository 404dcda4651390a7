/**
 * What the database asks of an engine: ordered bytes, snapshots and atomic transactions.
 *
 * An engine knows *spaces* (ordered keyspaces, created and dropped whole), keys and values, and
 * nothing of DynamoDB. Three very different ones stand behind this interface: a tree in memory, LMDB
 * on a local disk, and PostgreSQL a network away. So the interface is made of whole requests:
 *
 * - `read` asks for everything it needs at once and sees one snapshot. One call, one round trip.
 * - `transact` names what it reads, then *decides*: a pure, synchronous function of what was read
 *   that returns what to write. Reads and writes are atomic and serializable, durable when the
 *   promise resolves. An engine may call `decide` again when it met a conflict, so it must not
 *   remember or touch anything. Everything DynamoDB writes has this shape: its keys are known
 *   from the request. No engine ever holds a lock while JavaScript waits for something.
 * - `replace` is the blind write: one entry put or taken away whatever was there. It needs one round
 *   trip where a transaction, which has to look first, needs two.
 * - `guards` state what must be true for either to mean anything: a key still has the value that a
 *   cached table definition was made from. A broken guard throws `GuardBroken` and nothing is done.
 *   This is how caches stay correct when several servers share one database.
 */
export type SpaceId = number

export type Read = Get | Range | TallyRead | HeadsRead

export interface Get {
  readonly kind: 'get'
  readonly space: SpaceId
  readonly key: Uint8Array
}

/** Entries with `from <= key < to`, ascending, or descending when `reverse`. */
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
}

/** How many entries a space has and what they weigh: see `Tally`. */
export interface TallyRead {
  readonly kind: 'tally'
  readonly space: SpaceId
}

/** How far the logs of a space have come, in the order of their keys: see `append`. */
export interface HeadsRead {
  readonly kind: 'heads'
  readonly space: SpaceId
}

export interface LogHead {
  readonly log: Buffer
  /** The number that was given last. */
  readonly number: number
}

export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

export interface RangePage {
  readonly entries: readonly Entry[]
  /** Whether the range was cut short and goes on after the last entry. */
  readonly more: boolean
}

/** Running totals of a space, kept by `tally` mutations: the writer says what its change weighs. */
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
  /** Undefined: the key must be absent. */
  readonly value: Uint8Array | undefined
}

export type Mutation =
  | {
      readonly kind: 'put'
      readonly space: SpaceId
      readonly key: Uint8Array
      readonly value: Uint8Array
      /** For an entry that `replace` may meet later: what it weighs. Default 0. */
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
   * bytes. Numbers start at 1 and only grow, and they are given in the order of commits: once an
   * entry can be read, none with a lower number can appear any more. Readers rely on it to have seen
   * everything up to where they are. Numbers are not given again when entries are deleted.
   */
  | {
      readonly kind: 'append'
      readonly space: SpaceId
      readonly log: Uint8Array
      readonly value: Uint8Array
    }
  /** Lets a log that has given no number yet go on after this one, as a copy of another log does. */
  | {
      readonly kind: 'start-log'
      readonly space: SpaceId
      readonly log: Uint8Array
      readonly number: number
    }
  | { readonly kind: 'create-space'; readonly space: SpaceId; readonly label: string }
  | { readonly kind: 'drop-space'; readonly space: SpaceId }

export interface Decision<T> {
  readonly mutations: readonly Mutation[]
  readonly result: T
}

export interface Transaction<R extends readonly Read[], T> {
  readonly guards?: readonly Guard[]
  /**
   * Spaces that nobody else writes to from before the first read until the commit. Whoever changes a
   * guard that others write under, or reads a range that must stay as it is, names the space here:
   * a transaction that began under the old guard has then either committed before the reads or meets
   * the new guard. Elsewhere an engine may check what was read key by key, which holds for `get`s
   * and guards, but not for entries that were not there to be checked.
   */
  readonly exclusive?: readonly SpaceId[]
  readonly reads: R
  /** What it throws is the transaction's outcome: nothing is written and the caller gets the error. */
  decide(results: ResultsOf<R>): Decision<T>
}

/** One entry put (or taken away, when it has no value) whatever was there before. */
export interface Replacement {
  readonly guards?: readonly Guard[]
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
  /** What a value weighs in the tally of the space, which is kept in step. Pure. */
  weigh(value: Uint8Array): number
}

/** A space that exists, with the label it was made with. */
export interface LabelledSpace {
  readonly space: SpaceId
  readonly label: string
}

export interface Engine {
  /** As shown to people: `memory`, `lmdb`, `postgres`. */
  readonly name: string
  /** Whether other processes may be at work on the same data. */
  readonly shared: boolean
  read<const R extends readonly Read[]>(reads: R, guards?: readonly Guard[]): Promise<ResultsOf<R>>
  transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T>
  /** Tells what the entry that was replaced weighed, or undefined when there was none. */
  replace(replacement: Replacement): Promise<number | undefined>
  /** Every space but the system's, by id: for whoever copies a whole store. */
  spaces(): Promise<readonly LabelledSpace[]>
  /** Resolves when the store answers, rejects with `StorageError` when it does not. */
  ping(): Promise<void>
  /** Waits for what is under way, then lets go of everything. Later calls are refused. */
  close(): Promise<void>
}

/** The space that exists from the start, for the catalog and other records of the database itself. */
export const systemSpace: SpaceId = 0
