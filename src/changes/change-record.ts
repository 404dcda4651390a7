/**
 * A change of an item as it is stored in the log: a header of 32 bytes, then the wire JSON of the
 * item's key and of the item before and after, if some reader needs them. A reader copies these
 * bytes into its answer without parsing them.
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | version of the record's form |
 * | 1 | what happened: 0 insert, 1 modify, 2 remove; plus 4 times the origin: 0 client, 1 expiry, 2 replica, 3 import, 4 restore |
 * | 2–7 | when, in milliseconds since 1970 |
 * | 8–31 | for key, before and after: bytes of JSON, then the size as DynamoDB counts it, 4 bytes each |
 *
 * A record does not contain its number: its key does. Revision 1 has only the first two origins,
 * and changes of these are still written in it; the other origins need revision 2.
 */
import type { ChangeImages } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import { currentFormat, formatSteps } from '../storage/format.js'

export interface Change {
  readonly kind: ChangeKind
  /**
   * The time at which the write was decided, by the clock of the server that did. The changes of an item
   * are in its order if one server made them; neighbours in a lane may be out of order by the duration
   * of a commit, and what servers wrote by the difference of their clocks.
   */
  readonly atMs: number
  readonly origin: ChangeOrigin
  readonly key: Image
  /** Also absent if no reader needs it. */
  readonly before: Image | undefined
  readonly after: Image | undefined
}

export type ChangeKind = 'insert' | 'modify' | 'remove'

/**
 * What made the change: a request; the sweep that deletes expired items; a write first made in
 * another region; filling a table from files or from a backup.
 */
export type ChangeOrigin = 'client' | 'expiry' | 'replica' | 'import' | 'restore'

/** A part of a change: wire JSON, and its size as DynamoDB counts it. */
export interface Image {
  readonly json: Uint8Array
  readonly sizeBytes: number
}

const kinds: readonly ChangeKind[] = ['insert', 'modify', 'remove']
const origins: readonly ChangeOrigin[] = ['client', 'expiry', 'replica', 'import', 'restore']
/** How many origins revision 1 has. */
const firstOrigins = 2
const kindBits = 2
const plainRevision = currentFormat.changeRecord
const originsRevision = formatSteps.changeOrigins.revision
const timeOffset = 2
const partsOffset = 8
const partHeaderBytes = 8
const headerBytes = partsOffset + 3 * partHeaderBytes

export function encodeChange(change: Change, images: ChangeImages): Buffer {
  const before = images === 'old' || images === 'both' ? change.before : undefined
  const after = images === 'new' || images === 'both' ? change.after : undefined
  const parts = [change.key, before, after]
  const jsonBytes = parts.reduce((total, part) => total + (part?.json.length ?? 0), 0)
  const record = Buffer.allocUnsafe(headerBytes + jsonBytes)
  const origin = origins.indexOf(change.origin)
  record[0] = origin < firstOrigins ? plainRevision : originsRevision
  record[1] = kinds.indexOf(change.kind) | (origin << kindBits)
  record.writeUIntBE(change.atMs, timeOffset, 6)
  let end = headerBytes
  for (const [i, part] of parts.entries()) {
    const offset = partsOffset + i * partHeaderBytes
    record.writeUInt32BE(part?.json.length ?? 0, offset)
    record.writeUInt32BE(part?.sizeBytes ?? 0, offset + 4)
    if (part === undefined) continue
    record.set(part.json, end)
    end += part.json.length
  }
  return record
}

export function decodeChange(record: Buffer): Change {
  const isKnown = record[0] === plainRevision || record[0] === originsRevision
  assert(isKnown, 'a change record of unknown version', { version: record[0] })
  const flags = record[1]!
  const kind = kinds[flags & ((1 << kindBits) - 1)]
  const origin = origins[flags >> kindBits]
  assert(kind !== undefined && origin !== undefined, 'a change is of a known kind', { flags })
  const [key, before, after] = partsOf(record)
  assert(key !== undefined, 'a change has a key')
  return { kind, atMs: timeOfChange(record), origin, key, before, after }
}

/** Reads only the time of a change. */
export function timeOfChange(record: Buffer): number {
  return record.readUIntBE(timeOffset, 6)
}

function partsOf(record: Buffer): readonly (Image | undefined)[] {
  let end = headerBytes
  return [0, 1, 2].map((i) => {
    const offset = partsOffset + i * partHeaderBytes
    const start = end
    end += record.readUInt32BE(offset)
    if (end === start) return undefined
    assert(end <= record.length, 'a change record is whole', { length: record.length })
    return { json: record.subarray(start, end), sizeBytes: record.readUInt32BE(offset + 4) }
  })
}
