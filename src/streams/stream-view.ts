/**
 * A change of the log as a stream shows it: with the images of its view type, a number, an id that
 * is the same on every reading, and a size. Nothing is parsed: images stay the bytes they are
 * stored in.
 */
import { createHash } from 'node:crypto'
import type { ChangeLog } from '../changes/change-log.js'
import type { ChangeKind, ChangeOrigin, Image } from '../changes/change-record.js'
import type { LoggedChange } from '../changes/read-log.js'
import { sequenceNumber } from '../changes/sequence-number.js'
import type { Stream } from '../changes/stream-record.js'
import { ItemJson } from '../model/item-json.js'
import type { StreamViewType } from '../model/table.js'

export interface StreamRecord {
  /** 32 hex digits. */
  readonly eventId: string
  readonly kind: ChangeKind
  readonly atMs: number
  readonly origin: ChangeOrigin
  readonly region: string
  readonly sequenceNumber: string
  readonly viewType: StreamViewType
  readonly sizeBytes: number
  readonly key: ItemJson
  readonly before: ItemJson | undefined
  readonly after: ItemJson | undefined
  /** Its number in the log: the next position is one more. */
  readonly entry: number
}

export function streamRecord(
  stream: Stream,
  log: ChangeLog,
  lane: number,
  { entry, change }: LoggedChange,
): StreamRecord {
  const { viewType, region } = stream
  const { kind, atMs, origin, key } = change
  const before = showsOld(viewType) ? change.before : undefined
  const after = showsNew(viewType) ? change.after : undefined
  const number = sequenceNumber(log.createdAtMs, { kind: 'change', entry, lane })
  return {
    eventId: createHash('md5').update(`${log.tableId}/${number}`).digest('hex'),
    kind,
    atMs,
    origin,
    region,
    sequenceNumber: number,
    viewType,
    sizeBytes: key.sizeBytes + (before?.sizeBytes ?? 0) + (after?.sizeBytes ?? 0),
    key: jsonOf(key),
    before: before && jsonOf(before),
    after: after && jsonOf(after),
    entry,
  }
}

function showsOld(viewType: StreamViewType): boolean {
  return viewType === 'OLD_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES'
}

function showsNew(viewType: StreamViewType): boolean {
  return viewType === 'NEW_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES'
}

function jsonOf({ json }: Image): ItemJson {
  return new ItemJson(Buffer.from(json.buffer, json.byteOffset, json.byteLength))
}
