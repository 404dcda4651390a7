/**
 * A change as Lambda passes it to a function: the stream's record, the ARN of its stream, and the
 * names in `userIdentity` in lower case. Images are copied as they are stored, never parsed.
 */
import { ItemJson } from '../model/item-json.js'
import { eventRecord, expiryUser } from '../streams/event-record.js'
import type { StreamRecord } from '../streams/stream-view.js'

export function lambdaRecord(record: StreamRecord, streamArn: string): string {
  return jsonOf({
    ...eventRecord(record),
    ...(record.origin === 'expiry' && { userIdentity }),
    eventSourceARN: streamArn,
  })
}

const userIdentity = { type: expiryUser.type, principalId: expiryUser.principal }

function jsonOf(value: unknown): string {
  if (value instanceof ItemJson) return value.bytes.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`,
  )
  return `{${members.join(',')}}`
}

export function lambdaEvent(records: readonly { readonly json: string }[]): string {
  return `{"Records":[${records.map(({ json }) => json).join(',')}]}`
}
