/**
 * A record of a stream as AWS writes it down wherever one is handed out: GetRecords answers it, Lambda
 * passes it to functions with two members more, and records for Kinesis share its names. Images stay the
 * JSON they are stored as.
 */
import type { ChangeKind } from '../changes/change-record.js'
import type { ItemJson } from '../model/item-json.js'
import type { StreamViewType } from '../model/table.js'
import type { StreamRecord } from './stream-view.js'

export const eventNames = {
  insert: 'INSERT',
  modify: 'MODIFY',
  remove: 'REMOVE',
} as const satisfies Readonly<Record<ChangeKind, string>>

export const eventSource = 'aws:dynamodb'

/**
 * AWS: named as the user on what the service itself deleted because it had expired, and on nothing else.
 * The names of the two members are in upper case in GetRecords and in lower case elsewhere.
 */
export const expiryUser = { type: 'Service', principal: 'dynamodb.amazonaws.com' } as const

export interface EventRecord {
  readonly eventID: string
  readonly eventName: (typeof eventNames)[ChangeKind]
  readonly eventVersion: string
  readonly eventSource: string
  readonly awsRegion: string
  readonly dynamodb: EventChange
}

export interface EventChange {
  readonly ApproximateCreationDateTime: number
  readonly Keys: ItemJson
  readonly NewImage?: ItemJson
  readonly OldImage?: ItemJson
  readonly SequenceNumber: string
  readonly SizeBytes: number
  readonly StreamViewType: StreamViewType
}

export function eventRecord(record: StreamRecord): EventRecord {
  return {
    eventID: record.eventId,
    eventName: eventNames[record.kind],
    eventVersion: '1.1',
    eventSource,
    awsRegion: record.region,
    dynamodb: {
      // AWS: whole seconds, rounded down.
      ApproximateCreationDateTime: Math.floor(record.atMs / 1000),
      Keys: record.key,
      ...(record.after && { NewImage: record.after }),
      ...(record.before && { OldImage: record.before }),
      SequenceNumber: record.sequenceNumber,
      SizeBytes: record.sizeBytes,
      StreamViewType: record.viewType,
    },
  }
}
