/** A record of a stream as the page shows it. */
import type { Record as StreamEntry } from '../../api/generated/dynamodb-streams-types.js'
import type { Item } from '../../values/attribute-value.js'

export type EventKind = 'INSERT' | 'MODIFY' | 'REMOVE'

export interface ItemEvent {
  readonly id: string
  /** When it arrived here: streams tell the second only. */
  readonly seenAtMs: number
  readonly kind: EventKind
  /** Deleted by time to live. */
  readonly isExpired: boolean
  readonly key: Item
  readonly before?: Item
  readonly after?: Item
  /** How many changes of the item this stands for. */
  readonly count: number
}

export function eventOf(record: StreamEntry, seenAtMs: number): ItemEvent {
  const { dynamodb = {}, eventName = 'MODIFY', eventID = '', userIdentity } = record
  const { Keys = {}, OldImage, NewImage } = dynamodb
  return {
    id: eventID,
    seenAtMs,
    kind: eventName,
    isExpired: eventName === 'REMOVE' && userIdentity?.PrincipalId === 'dynamodb.amazonaws.com',
    key: Keys,
    count: 1,
    ...(OldImage !== undefined && { before: OldImage }),
    ...(NewImage !== undefined && { after: NewImage }),
  }
}
