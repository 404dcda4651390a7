/**
 * Sends records to a stream so that those of an item arrive in order. PutRecords accepts or refuses
 * each record separately, so no request has two records of one item, and the records after a
 * refused one wait.
 *
 * Entries that no longer have to be sent are added to `taken`. Nothing here waits or retries.
 */
import {
  kinesisRequestBytesMax,
  kinesisRequestRecordsMax,
  kinesisRequestsPerStepMax,
} from './limits.js'
import type { Log } from '../stdx/log.js'
import type { DeliveryFigure } from './measure-delivery.js'
import type { KinesisRecord } from './kinesis-record.js'
import { isInvalid, nameOf, type KinesisStreams } from './kinesis-streams.js'

export interface Sending {
  readonly streams: KinesisStreams
  readonly streamArn: string
  readonly signal: AbortSignal
  readonly log: Log
  /** Told of records that are throttled or given up. */
  readonly measure?: ((figure: DeliveryFigure, records: number) => void) | undefined
}

/**
 * Returns why it stopped early; undefined if nothing went wrong, though there may be more to send.
 */
export async function sendInOrder(
  sending: Sending,
  records: readonly KinesisRecord[],
  taken: Set<number>,
): Promise<string | undefined> {
  for (let request = 0; request < kinesisRequestsPerStepMax; request++) {
    const batch = nextBatch(records, taken)
    if (batch.length === 0) return undefined
    const fault = await send(sending, batch, taken)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The first records of as many items as fit into one request. */
export function nextBatch(
  records: readonly KinesisRecord[],
  taken: ReadonlySet<number>,
): readonly KinesisRecord[] {
  const batch: KinesisRecord[] = []
  const items = new Set<string>()
  let bytes = 0
  for (const record of records) {
    if (taken.has(record.entry) || items.has(record.partitionKey)) continue
    bytes += record.data.length + record.partitionKey.length
    if (batch.length === kinesisRequestRecordsMax) break
    if (batch.length > 0 && bytes > kinesisRequestBytesMax) break
    batch.push(record)
    items.add(record.partitionKey)
  }
  return batch
}

/** Of records, and of requests. */
const throttling = 'ProvisionedThroughputExceededException'

async function send(
  sending: Sending,
  batch: readonly KinesisRecord[],
  taken: Set<number>,
): Promise<string | undefined> {
  const { streams, streamArn, signal } = sending
  try {
    const outcomes = await streams.put(streamArn, batch, signal)
    let fault: string | undefined
    let throttled = 0
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.kind === 'taken') taken.add(batch[i]!.entry)
      else {
        fault ??= outcome.reason
        if (outcome.reason === throttling) throttled++
      }
    }
    if (throttled > 0) sending.measure?.('throttled', throttled)
    return fault
  } catch (error) {
    if (nameOf(error) === throttling) sending.measure?.('throttled', batch.length)
    return isInvalid(error) ? sendHalves(sending, batch, taken, error) : nameOf(error)
  }
}

/** Finds and skips the record that Kinesis will never accept, which would hold up all others. */
async function sendHalves(
  sending: Sending,
  batch: readonly KinesisRecord[],
  taken: Set<number>,
  error: unknown,
): Promise<string | undefined> {
  if (batch.length === 1) {
    const [{ entry, data }] = batch as readonly [KinesisRecord]
    const facts = { stream: sending.streamArn, entry, bytes: data.length, error }
    sending.log.error('change given up because Kinesis does not accept it', facts)
    sending.measure?.('failed', 1)
    taken.add(entry)
    return undefined
  }
  const middle = batch.length >> 1
  const fault = await send(sending, batch.slice(0, middle), taken)
  return fault ?? send(sending, batch.slice(middle), taken)
}
