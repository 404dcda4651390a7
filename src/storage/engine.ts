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
 * - `guards` state what must be true for either to mean anything: a key still has the value that a
 *   cached table definition was made from. A broken guard throws `GuardBroken` and nothing is done.
 *   This is how caches stay correct when several servers share one database.
 */
export type SpaceId = number

export type Read = Get | Range | TallyRead

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
    }
  | { readonly kind: 'delete'; readonly space: SpaceId; readonly key: Uint8Array }
  | {
      readonly kind: 'tally'
      readonly space: SpaceId
      readonly entries: number
      readonly bytes: number
    }
  | { readonly kind: 'create-space'; readonly space: SpaceId; readonly label: string }
  | { readonly kind: 'drop-space'; readonly space: SpaceId }

export interface Decision<T> {
  readonly mutations: readonly Mutation[]
  readonly result: T
}

export interface Transaction<R extends readonly Read[], T> {
  readonly guards?: readonly Guard[]
  readonly reads: R
  /** What it throws is the transaction's outcome: nothing is written and the caller gets the error. */
  decide(results: ResultsOf<R>): Decision<T>
}

export interface Engine {
  /** As shown to people: `memory`, `lmdb`, `postgres`. */
  readonly name: string
  read<const R extends readonly Read[]>(reads: R, guards?: readonly Guard[]): Promise<ResultsOf<R>>
  transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T>
  /** Waits for what is under way, then lets go of everything. Later calls are refused. */
  close(): Promise<void>
}

/** The space that exists from the start, for the catalog and other records of the database itself. */
export const systemSpace: SpaceId = 0
