/**
 * A change as Kinesis gets it: AWS's JSON, in which the images are the stored bytes, inserted
 * unparsed.
 *
 * A record is the same however often it is delivered, so consumers can recognise repetitions by
 * eventID. All records of an item have the same partition key, so that they stay in one shard of
 * the stream.
 */
import { createHash } from 'node:crypto'
import type { Change, Image } from '../changes/change-record.js'
import type { LoggedChange } from '../changes/read-log.js'
import type { TimePrecision } from '../model/kinesis-destination.js'
import { eventNames, eventSource, expiryUser } from '../streams/event-record.js'
import type { KinesisDelivery } from './kinesis-delivery.js'
import { kinesisTimeSkewMsMax } from './limits.js'

export interface KinesisRecord {
  /** The number of the change's entry in the log. */
  readonly entry: number
  readonly partitionKey: string
  readonly data: Buffer
}

type Origin = Pick<KinesisDelivery, 'region' | 'tableName' | 'tableId' | 'space'>

export interface DeliverySource extends Origin {
  readonly precision?: TimePrecision
}

const userIdentity = `{"principalId":"${expiryUser.principal}","type":"${expiryUser.type}"}`

export function kinesisRecord(
  source: DeliverySource,
  lane: number,
  { entry, change }: LoggedChange,
  micros: number,
): KinesisRecord {
  const identity = change.origin === 'expiry' ? userIdentity : 'null'
  const head = `{"awsRegion":${JSON.stringify(source.region)},"eventID":"${eventId(source, lane, entry)}","eventName":"${eventNames[change.kind]}","userIdentity":${identity},"recordFormat":"application/json","tableName":${JSON.stringify(source.tableName)},"dynamodb":`
  const data = Buffer.concat([
    Buffer.from(head),
    ...describedChange(change, source, micros),
    Buffer.from(`,"eventSource":"${eventSource}"}`),
  ])
  return { entry, partitionKey: partitionKeyOf(change.key), data }
}

function describedChange(
  { atMs, key, before, after }: Change,
  { precision }: DeliverySource,
  micros: number,
): readonly Uint8Array[] {
  const time = precision === 'MICROSECOND' ? micros : atMs
  const sizeBytes = key.sizeBytes + (before?.sizeBytes ?? 0) + (after?.sizeBytes ?? 0)
  const named = precision && `,"ApproximateCreationDateTimePrecision":"${precision}"`
  return [
    Buffer.from(`{"ApproximateCreationDateTime":${time},"Keys":`),
    key.json,
    ...image('NewImage', after),
    ...image('OldImage', before),
    Buffer.from(`,"SizeBytes":${sizeBytes}${named ?? ''}}`),
  ]
}

function image(name: string, part: Image | undefined): readonly Uint8Array[] {
  return part === undefined ? [] : [Buffer.from(`,"${name}":`), part.json]
}

/** A UUID derived from what the record is about. The entries of each new log begin with 1. */
function eventId({ tableId, space }: DeliverySource, lane: number, entry: number): string {
  const digest = createHash('sha256').update(`${tableId}/${space}/${lane}/${entry}`).digest()
  // Version 8 (custom content), and the variant of all current UUIDs.
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return [0, 8, 12, 16, 20].map((from, i) => hex.slice(from, [8, 12, 16, 20, 32][i])).join('-')
}

/** AWS: 32 hex digits. The attributes of a key may be stored in either order. */
function partitionKeyOf({ json }: Image): string {
  const key = JSON.parse(Buffer.from(json).toString('utf8')) as object
  const sorted = Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('md5').update(JSON.stringify(sorted)).digest('hex').toUpperCase()
}

/**
 * The time of a change in microseconds. The log stores milliseconds; changes of one lane that share
 * one, or are slightly out of order, get increasing times in their order.
 */
export function timeInMicros(atMs: number, lastMicros: number): number {
  const micros = atMs * 1000
  if (micros > lastMicros) return micros
  const skewMs = (lastMicros - micros) / 1000
  return skewMs <= kinesisTimeSkewMsMax ? lastMicros + 1 : micros
}
