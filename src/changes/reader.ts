/**
 * How far the changes of a table have been delivered to one Kinesis stream. Made in the transaction
 * that enables the destination, with the numbers that the lanes of the log have given by then: what is
 * delivered begins exactly there. Once the destination is closed, the record says where delivery ends.
 *
 * Lanes are read rather than shards, which are only cuts in them. A position is moved after the stream
 * has taken what lies before it, and by nobody but the server that has the lease on background work.
 */
import type { Scope } from '../model/arn.js'
import { kinesisDestinationsMax } from '../model/limits.js'
import type { KinesisDestination, TimePrecision } from '../model/table.js'
import { kinesisDeliveryKey, kinesisDeliveryRange } from '../storage/change-keys.js'
import {
  systemSpace,
  type Get,
  type Mutation,
  type Range,
  type SpaceId,
} from '../storage/engine.js'
import { jsonRecord } from '../storage/json-record.js'

export interface Delivery extends Scope {
  /** Of the change log. */
  readonly space: SpaceId
  readonly enabledAtMs: number
  readonly tableName: string
  readonly tableId: string
  readonly streamArn: string
  readonly precision?: TimePrecision
  /** Of the lanes that are being read. */
  readonly lanes: readonly LanePosition[]
  /** Lanes from this one on have not been begun; lower ones that have no position are done with. */
  readonly nextLane: number
  readonly end?: DeliveryEnd
}

export interface LanePosition {
  readonly lane: number
  /** The number of the next entry to be delivered. */
  readonly next: number
  /** The time that the entry before it was given, in microseconds. */
  readonly lastMicros?: number
}

export interface DeliveryEnd {
  /** The last entry of each lane that is still to be delivered; lanes that are not named have none. */
  readonly heads: readonly (readonly [lane: number, last: number])[]
  /** Lanes from this one on are not delivered at all. */
  readonly nextLane: number
}

/** Whether changes go to a destination, be it that it is still being enabled. */
export function isDelivered({ failure, closed }: KinesisDestination): boolean {
  return failure === undefined && closed === undefined
}

const { encode, decode } = jsonRecord<Delivery>('kinesisDelivery')

export function decodeDelivery(record: Buffer): Delivery {
  return decode(record)
}

export function putDelivery(delivery: Delivery): Mutation {
  const key = kinesisDeliveryKey(delivery.space, delivery.enabledAtMs)
  return { kind: 'put', space: systemSpace, key, value: encode(delivery) }
}

export function getDelivery({ space, enabledAtMs }: Pick<Delivery, 'space' | 'enabledAtMs'>): Get {
  return { kind: 'get', space: systemSpace, key: kinesisDeliveryKey(space, enabledAtMs) }
}

export function deleteDelivery({ space, enabledAtMs }: Delivery): Mutation {
  return { kind: 'delete', space: systemSpace, key: kinesisDeliveryKey(space, enabledAtMs) }
}

/** All of one log: one at most is not being finished. */
export function deliveriesOf(space: SpaceId): Range {
  return {
    kind: 'range',
    space: systemSpace,
    ...kinesisDeliveryRange(space),
    entriesMax: kinesisDestinationsMax,
  }
}
