/**
 * The first form of a reader's record, from when Kinesis deliveries were the only readers. It can
 * still be read; when the reader's position moves, it is written in today's form.
 */
import type { Scope } from '../model/arn.js'
import { changeRetentionMs } from '../model/limits.js'
import type { TimePrecision } from '../model/kinesis-destination.js'
import type { SpaceId } from '../storage/engine.js'
import type { LanePosition, LogReader, ReaderEnd } from './reader.js'

interface StoredDelivery extends Scope {
  readonly space: SpaceId
  readonly enabledAtMs: number
  readonly tableName: string
  readonly tableId: string
  readonly streamArn: string
  readonly precision?: TimePrecision
  readonly lanes: readonly LanePosition[]
  readonly nextLane: number
  readonly end?: ReaderEnd
}

export function readerOfDelivery(stored: unknown): LogReader {
  const { enabledAtMs, streamArn, precision, lanes, ...same } = stored as StoredDelivery
  return {
    ...same,
    kind: 'kinesis',
    beganAtMs: enabledAtMs,
    images: 'both',
    retentionMs: changeRetentionMs,
    settings: { streamArn, precision },
    positions: lanes,
  }
}
