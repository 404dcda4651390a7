/**
 * Every revision of what lies on disk, and why it exists. Numbers are retired, never reused.
 *
 * A store names the revisions its bytes may be in. One that names something this program does not
 * know is refused before anything is changed: a wrong guess about bytes costs data, a refusal costs a
 * minute. Records that carry their own revision (items do) are still listed here.
 */
import { assert } from '../stdx/assert.js'
import { type Engine, systemSpace } from './engine.js'
import { StoreUnusable } from './errors.js'
import { allSystemRecords, formatKey } from './keyspace.js'

/** What is written today. */
export const currentFormat = {
  /** 1: spaces, prefixes and keys as `keyspace.ts` has them. The first. */
  store: 1,
  /** 1: UTF-8, raw bytes and base-100 numbers, hashed partitions of 22 bytes. The first. */
  keyCodec: 1,
  /** 1: the stored form of an item, which starts with its revision. The first. */
  itemRecord: 1,
  /** 1: the stored form of a table definition. The first. */
  tableRecord: 1,
  /** 1: the stored form of a transaction's token, which starts with its revision. The first. */
  requestToken: 1,
  /** 1: a version byte, then the key that a backfill has reached. The first. */
  indexCursor: 1,
  /** 1: a lease, its fence and its bell, which start with their revision. The first. */
  lease: 1,
  /** 1: a version byte, then the 32 bytes of the database's secret. The first. */
  secret: 1,
  /** 1: the mark of an unfinished copy, which is its revision alone. The first. */
  unfinishedCopy: 1,
  /** 1: a version byte, then a change log or a shard of one as JSON. The first. */
  changeLog: 1,
  /** 1: the binary header and wire JSON of `changes/change-record.ts`. The first. */
  changeRecord: 1,
  /** 1: a version byte, then a stream as JSON. The first. */
  stream: 1,
  /** 1: a version byte, then the wire JSON of the key of an item that expires. The first. */
  expiryEntry: 1,
} as const

/** Everything that can still be read. */
const readable: Readonly<Record<string, readonly number[]>> = {
  store: [1],
  keyCodec: [1],
  itemRecord: [1],
  tableRecord: [1],
  requestToken: [1],
  indexCursor: [1],
  lease: [1],
  secret: [1],
  unfinishedCopy: [1],
  changeLog: [1],
  changeRecord: [1],
  stream: [1],
  expiryEntry: [1],
}

/**
 * Marks an empty store as ours, accepts one in a format we read, and throws `StoreUnusable` for any
 * other without touching it. `where` starts the sentence: "The data folder /x".
 */
export async function ensureFormat(engine: Engine, where = 'The store'): Promise<void> {
  const [record] = await engine.read([{ kind: 'get', space: systemSpace, key: formatKey() }])
  if (record !== undefined) return requireReadableFormat(record, where)
  await engine.transact({
    reads: [
      { kind: 'get', space: systemSpace, key: formatKey() },
      { kind: 'range', space: systemSpace, ...allSystemRecords(), entriesMax: 1 },
    ],
    decide([found, { entries }]) {
      // Another server may have marked the store since we looked.
      const fresh = needsFormat(found, entries.length === 0, where)
      return { mutations: fresh ? [formatMutation()] : [], result: undefined }
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

export function formatRecord(): Buffer {
  return Buffer.from(JSON.stringify(currentFormat))
}

function formatMutation() {
  return { kind: 'put', space: systemSpace, key: formatKey(), value: formatRecord() } as const
}

function requireReadableFormat(record: Uint8Array, where: string): void {
  const revisions = parseRevisions(record)
  if (revisions === undefined) throw new StoreUnusable(`${where} has an unreadable format record.`)
  for (const [name, revision] of Object.entries(revisions)) {
    if (isReadable(name, revision)) continue
    throw new StoreUnusable(
      `${where} has a format that this version of Gramme does not know (${name} ${String(revision)}).`,
    )
  }
}

function isReadable(name: string, revision: unknown): boolean {
  const known = Object.hasOwn(readable, name) ? readable[name] : undefined
  return known !== undefined && known.includes(revision as number)
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

for (const [name, revision] of Object.entries(currentFormat)) {
  assert(isReadable(name, revision), 'what is written can be read', { name, revision })
}
