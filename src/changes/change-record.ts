/**
 * A change of an item as it is stored in the log: a header of 32 bytes, then the wire JSON of the
 * item's key and of the item before and after, if some reader needs them. A reader copies these
 * bytes into its answer without parsing them.
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | version of the record's form |
 * | 1 | what happened: 0 insert, 1 modify, 2 remove, 3 renew; plus 4 times the origin: 0 client, 1 expiry, 2 replica, 3 import, 4 restore |
 * | 2–7 | when, in milliseconds since 1970 |
 * | 8–31 | for key, before and after: bytes of JSON, then the size as DynamoDB counts it, 4 bytes each |
 * | 32–39 | the time and count of the item's new version; only in revision 3 |
 *
 * A record does not contain its number: its key does. Revision 1 has only the first two origins,
 * and changes of these are still written in it; the other origins need revision 2, and versions revision 3.
 */
import type { ChangeImages } from '../model/table.js'
import type { VersionStamp } from '../model/version.js'
import { assert } from '../stdx/assert.js'
import { currentFormat, formatSteps } from '../storage/format.js'
import { readVersionStamp, versionStampBytes, writeVersionStamp } from '../storage/version-stamp.js'

export interface Change {
  readonly kind: ChangeKind | 'renew'
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
  /**
   * The item's new version, in a table that is a member of a global table. Its region is the table's; changes
   * that came from other regions have none.
   */
  readonly version?: VersionStamp
}

export type ChangeKind = 'insert' | 'modify' | 'remove'

/**
 * A change that readers show. What a write leaves as it was is no change, but in a global table its
 * version is new and has to be known elsewhere: that is logged as `renew`, with the item if there is one.
 */
export type ShownChange = Change & { readonly kind: ChangeKind }

export function isShown(change: Change): change is ShownChange {
  return change.kind !== 'renew'
}

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

const kinds: readonly Change['kind'][] = ['insert', 'modify', 'remove', 'renew']
const origins: readonly ChangeOrigin[] = ['client', 'expiry', 'replica', 'import', 'restore']
/** How many origins revision 1 has. */
const firstOrigins = 2
const kindBits = 2
const plainRevision = currentFormat.changeRecord
const originsRevision = formatSteps.changeOrigins.revision
const versionsRevision = formatSteps.changeVersions.revision
const timeOffset = 2
const partsOffset = 8
const partHeaderBytes = 8
const headerBytes = partsOffset + 3 * partHeaderBytes

export function encodeChange(change: Change, images: ChangeImages): Buffer {
  const before = images === 'old' || images === 'both' ? change.before : undefined
  const after = images === 'new' || images === 'both' ? change.after : undefined
  const parts = [change.key, before, after]
  const jsonBytes = parts.reduce((total, part) => total + (part?.json.length ?? 0), 0)
  const { version } = change
  const partsStart = version === undefined ? headerBytes : headerBytes + versionStampBytes
  const record = Buffer.allocUnsafe(partsStart + jsonBytes)
  const origin = origins.indexOf(change.origin)
  record[0] = origin < firstOrigins ? plainRevision : originsRevision
  if (version !== undefined) {
    record[0] = versionsRevision
    writeVersionStamp(record, headerBytes, version)
  }
  record[1] = kinds.indexOf(change.kind) | (origin << kindBits)
  record.writeUIntBE(change.atMs, timeOffset, 6)
  let end = partsStart
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
  const isVersioned = record[0] === versionsRevision
  const isKnown = isVersioned || record[0] === plainRevision || record[0] === originsRevision
  assert(isKnown, 'a change record of unknown version', { version: record[0] })
  const flags = record[1]!
  const kind = kinds[flags & ((1 << kindBits) - 1)]
  const origin = origins[flags >> kindBits]
  assert(kind !== undefined && origin !== undefined, 'a change is of a known kind', { flags })
  const [key, before, after] = partsOf(record, isVersioned)
  assert(key !== undefined, 'a change has a key')
  const change = { kind, atMs: timeOfChange(record), origin, key, before, after }
  return isVersioned ? { ...change, version: readVersionStamp(record, headerBytes) } : change
}

/** Reads only the time of a change. */
export function timeOfChange(record: Buffer): number {
  return record.readUIntBE(timeOffset, 6)
}

function partsOf(record: Buffer, isVersioned: boolean): readonly (Image | undefined)[] {
  let end = isVersioned ? headerBytes + versionStampBytes : headerBytes
  return [0, 1, 2].map((i) => {
    const offset = partsOffset + i * partHeaderBytes
    const start = end
    end += record.readUInt32BE(offset)
    if (end === start) return undefined
    assert(end <= record.length, 'a change record is whole', { length: record.length })
    return { json: record.subarray(start, end), sizeBytes: record.readUInt32BE(offset + 4) }
  })
}
