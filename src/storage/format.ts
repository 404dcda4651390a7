/**
 * Every form that stored bytes have had, and why each was added: a ladder. Numbers are retired, never
 * reused.
 *
 * A store carries a mark: for every kind of record, the highest revision that may be in it. A new store
 * is marked with the first rungs only. Each later rung is a *step*, and the transaction that first needs
 * it raises the mark (`ratchet`) together with what it writes. So a store stays open to older servers
 * until it holds something they cannot read, and from then on they refuse it before they change
 * anything: a wrong guess about bytes costs data, a refusal costs a minute.
 *
 * The mark is checked when a store is opened. A server that is already running meets what it does not
 * know record by record: most start with their revision, and a table lists what it `needs`
 * (`catalog/table-needs.ts`).
 */
import { type Engine, type Get, type Mutation, systemSpace } from './engine.js'
import { StoreUnusable } from './errors.js'
import { allSystemRecords, formatKey } from './keyspace.js'

/** The first rungs, which every store is marked with. */
export const currentFormat = {
  /** Spaces, prefixes and keys as `keyspace.ts` has them. */
  store: 1,
  /** UTF-8, raw bytes and base-100 numbers, hashed partitions of 22 bytes. */
  keyCodec: 1,
  /** The stored form of an item, which starts with its revision. */
  itemRecord: 1,
  /** A version byte, then a table definition as JSON. */
  tableRecord: 1,
  /** The stored form of a transaction's token, which starts with its revision. */
  requestToken: 1,
  /** A version byte, then the key that a backfill has reached. */
  indexCursor: 1,
  /** A lease, its fence and its bell, which start with their revision. */
  lease: 1,
  /** A version byte, then the 32 bytes of the database's secret. */
  secret: 1,
  /** The mark of an unfinished copy, which is its revision alone. */
  unfinishedCopy: 1,
  /** A version byte, then a change log or a shard of one as JSON. */
  changeLog: 1,
  /** The binary header and wire JSON of `changes/change-record.ts`. */
  changeRecord: 1,
  /** A version byte, then a stream as JSON. */
  stream: 1,
  /** A version byte, then the wire JSON of the key of an item that expires. */
  expiryEntry: 1,
  /** A version byte, then a delivery to Kinesis as JSON. */
  kinesisDelivery: 1,
  /** A version byte, then the stream of a trigger or its position in a shard as JSON. */
  trigger: 1,
} as const

/** A kind of record, and the revision of it that a step brings. */
export interface FormatStep {
  readonly record: string
  readonly revision: number
}

/** The rungs above the first, in the order they were added. */
export const formatSteps = {
  /**
   * A table record that lists what the table needs. In revision 1 a server ignores members that it does
   * not know, so it would write to a table without keeping what is new about it in step.
   */
  tableNeeds: { record: 'tableRecord', revision: 2 },
  /** A change that is neither a client's nor an expiry: the first origins of revision 1 are all it has. */
  changeOrigins: { record: 'changeRecord', revision: 2 },
  /**
   * A reader of a change log of any kind. Its first revision, `kinesisDelivery`, could only be a delivery
   * to Kinesis, and would take any other reader for one.
   */
  logReaders: { record: 'logReader', revision: 2 },
  /** A version byte, then the record of a piece of long work as JSON. Needed once the first is stored. */
  jobs: { record: 'job', revision: 1 },
  /**
   * An item record with a checksum. Needed from the start of the first server that writes it, because
   * looking at the mark with every item would cost a read.
   */
  itemChecksums: { record: 'itemRecord', revision: 2 },
  /** A job with details of its kind. Servers of revision 1 would delete such records too early. */
  longJobs: { record: 'job', revision: 2 },
  /** A version byte, then the token that started a job as JSON. Comes with the first long job. */
  jobTokens: { record: 'jobToken', revision: 1 },
  /**
   * A space beside a table for its past: its mark, and its entries, which start with their revision.
   * Needed while there is one; a server that does not know it could not continue the work.
   */
  sideSpaces: { record: 'sideSpace', revision: 1 },
  /** A version byte, then a backup, a part of one or its removal as JSON. Comes with the first backup. */
  backups: { record: 'backup', revision: 1 },
  /** A version byte, then a deleted table whose items are kept as JSON. Needed while there is one. */
  departedTables: { record: 'departedTable', revision: 1 },
  /** A version byte, then a principal, policy or access key as JSON. Comes with the first of them. */
  iam: { record: 'iam', revision: 1 },
  /** A version byte, then the policy of a resource as JSON. Comes with the first. */
  resourcePolicies: { record: 'resourcePolicy', revision: 1 },
  /** Data keys, and spaces whose values are sealed. Comes with the first; older servers could not read them. */
  sealedSpaces: { record: 'sealedSpace', revision: 1 },
  /** A version byte, then an alarm, the number of alarms or a notice of one as JSON. Comes with the first alarm. */
  alarms: { record: 'alarm', revision: 1 },
  /** A version byte, then a target or an activity of auto scaling as JSON. Comes with the first target. */
  scaling: { record: 'scaling', revision: 1 },
  /** A version byte, then the bytes of an item collection as a number of eight bytes. */
  collectionSizes: { record: 'collectionSize', revision: 1 },
  /**
   * A version byte, then a global table, a cursor of one of its members, a link or a control as JSON; and the
   * binary versions of items. Comes with the first global table or link.
   */
  globalTables: { record: 'globalTable', revision: 1 },
  /** A change with the version of its item, which replicas compare. Comes with the first global table. */
  changeVersions: { record: 'changeRecord', revision: 3 },
  /** The binary form of `vectors/row.ts`, which starts with its revision. Comes with the first vector index. */
  vectorRows: { record: 'vectorRow', revision: 1 },
  /** A version byte, then the cluster, groups and events of DAX as JSON. Comes with the first cluster or group. */
  dax: { record: 'dax', revision: 1 },
  /**
   * A log beside LMDB's file, whose records may not be in that file yet. Comes with the first group of
   * transactions that goes through it.
   */
  commitLog: { record: 'commitLog', revision: 1 },
} as const satisfies Readonly<Record<string, FormatStep>>

const known = new Set(
  [
    ...Object.entries(currentFormat),
    ...Object.values(formatSteps).map(({ record, revision }) => [record, revision] as const),
  ].map(([record, revision]) => rungName(record, revision)),
)

function rungName(record: string, revision: number): string {
  return `${record} ${revision}`
}

/**
 * Marks an empty store as ours, accepts one in a format we read, and throws `StoreUnusable` for any
 * other without touching it. `where` starts the sentence: "The data folder /x".
 */
export async function ensureFormat(engine: Engine, where = 'The store'): Promise<void> {
  const [record] = await engine.read([getFormat()])
  if (record !== undefined) return requireReadableFormat(record, where)
  await engine.transact({
    reads: [
      getFormat(),
      { kind: 'range', space: systemSpace, ...allSystemRecords(), entriesMax: 1 },
    ],
    decide([found, { entries }]) {
      // Another server may have marked the store since we looked.
      const fresh = needsFormat(found, entries.length === 0, where)
      return { mutations: fresh ? [putFormat(formatRecord())] : [], result: undefined }
    },
  })
}

/** Whether a store has yet to be marked; throws when it can be neither read nor marked. */
export function needsFormat(
  record: Uint8Array | undefined,
  empty: boolean,
  where: string,
): boolean {
  if (record !== undefined) {
    requireReadableFormat(record, where)
    return false
  }
  if (!empty) throw new StoreUnusable(`${where} holds data that is not Gramme's.`)
  return true
}

/** The mark of a new store. */
export function formatRecord(): Buffer {
  return Buffer.from(JSON.stringify(currentFormat))
}

/** What `ratchet` has to know. */
export function getFormat(): Get {
  return { kind: 'get', space: systemSpace, key: formatKey() }
}

/**
 * Raises a store's mark to these steps: the mutations that a transaction adds when what it writes needs
 * them, none when the mark is there already. `mark` is what the transaction read by `getFormat`; a store
 * without one, as in tests of single layers, is marked as a whole.
 */
export function ratchet(
  mark: Uint8Array | undefined,
  steps: readonly FormatStep[],
): readonly Mutation[] {
  const revisions = parseRevisions(mark ?? formatRecord())
  if (revisions === undefined) throw new StoreUnusable('The store has an unreadable format record.')
  const missing = steps.filter(({ record, revision }) => Number(revisions[record] ?? 0) < revision)
  if (missing.length === 0) return []
  const raised = missing.map(({ record, revision }) => [record, revision] as const)
  const next = { ...revisions, ...Object.fromEntries(raised) }
  return [putFormat(Buffer.from(JSON.stringify(next)))]
}

/** Raises the mark by itself, before anything is written that needs the steps. */
export async function raiseFormat(engine: Engine, steps: readonly FormatStep[]): Promise<void> {
  const [mark] = await engine.read([getFormat()])
  if (ratchet(mark, steps).length === 0) return
  await engine.transact({
    reads: [getFormat()],
    decide: ([found]) => ({ mutations: ratchet(found, steps), result: undefined }),
  })
}

/**
 * For a transaction of parts that know nothing of each other and have read the same mark: several
 * raises of it become one, which has the steps of all.
 */
export function joinRaises(mutations: readonly Mutation[]): readonly Mutation[] {
  const raises = mutations.filter(isRaise)
  if (raises.length < 2) return mutations
  const joined: Record<string, unknown> = {}
  for (const { value } of raises) {
    for (const [record, revision] of Object.entries(parseRevisions(value)!)) {
      joined[record] = Math.max(Number(joined[record] ?? 0), Number(revision))
    }
  }
  const raise = putFormat(Buffer.from(JSON.stringify(joined)))
  return [...mutations.filter((mutation) => !isRaise(mutation)), raise]
}

function isRaise(mutation: Mutation): mutation is Mutation & { readonly kind: 'put' } {
  if (mutation.kind !== 'put' || mutation.space !== systemSpace) return false
  return Buffer.compare(mutation.key, formatKey()) === 0
}

function putFormat(value: Buffer): Mutation {
  return { kind: 'put', space: systemSpace, key: formatKey(), value }
}

function requireReadableFormat(record: Uint8Array, where: string): void {
  const revisions = parseRevisions(record)
  if (revisions === undefined) throw new StoreUnusable(`${where} has an unreadable format record.`)
  for (const [name, revision] of Object.entries(revisions)) {
    if (typeof revision === 'number' && known.has(rungName(name, revision))) continue
    throw new StoreUnusable(
      `${where} has a format that this version of Gramme does not know (${name} ${String(revision)}).`,
    )
  }
}

function parseRevisions(record: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(record).toString())
    const isRecord = typeof parsed === 'object' && parsed !== null && 'store' in parsed
    return isRecord ? parsed : undefined
  } catch {
    return undefined
  }
}
