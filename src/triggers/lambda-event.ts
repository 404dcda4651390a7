/**
 * A change as Lambda passes it to a function: the stream's record, the ARN of its stream, and the
 * names in `userIdentity` in lower case. Images are copied as they are stored, never parsed.
 */
import type { StreamRecord } from '../streams/stream-view.js'

const eventNames = { insert: 'INSERT', modify: 'MODIFY', remove: 'REMOVE' } as const

export function lambdaRecord(record: StreamRecord, streamArn: string): string {
  return `{${[
    member('eventID', record.eventId),
    member('eventName', eventNames[record.kind]),
    member('eventVersion', '1.1'),
    member('eventSource', 'aws:dynamodb'),
    member('awsRegion', record.region),
    `"dynamodb":${change(record)}`,
    ...(record.origin === 'expiry' ? [`"userIdentity":${serviceIdentity}`] : []),
    member('eventSourceARN', streamArn),
  ].join(',')}}`
}

/** AWS: the members are in lower case here, unlike in GetRecords. */
const serviceIdentity = '{"type":"Service","principalId":"dynamodb.amazonaws.com"}'

function change(record: StreamRecord): string {
  return `{${[
    // AWS: whole seconds, rounded down.
    `"ApproximateCreationDateTime":${Math.floor(record.atMs / 1000)}`,
    `"Keys":${record.key.bytes.toString()}`,
    ...(record.after ? [`"NewImage":${record.after.bytes.toString()}`] : []),
    ...(record.before ? [`"OldImage":${record.before.bytes.toString()}`] : []),
    member('SequenceNumber', record.sequenceNumber),
    `"SizeBytes":${record.sizeBytes}`,
    member('StreamViewType', record.viewType),
  ].join(',')}}`
}

function member(name: string, text: string): string {
  return `"${name}":${JSON.stringify(text)}`
}

export function lambdaEvent(records: readonly { readonly json: string }[]): string {
  return `{"Records":[${records.map(({ json }) => json).join(',')}]}`
}
