/** How readers of change logs are stored, and how a transaction reads and writes them. */
import { logReaderKey, logReaderRange } from '../storage/change-keys.js'
import {
  systemSpace,
  type Get,
  type Mutation,
  type Range,
  type SpaceId,
} from '../storage/engine.js'
import { formatSteps, ratchet } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { readerOfDelivery } from './first-reader-record.js'
import { logReadersMax } from './limits.js'
import type { LogReader, ReaderName } from './reader.js'

const { encode, decode } = jsonRecordAt<LogReader>('logReader', formatSteps.logReaders.revision, {
  1: readerOfDelivery,
})

export function decodeReader(record: Buffer): LogReader {
  return decode(record)
}

/** `mark` is the store's format mark, which the first reader raises. */
export function putReaders(
  mark: Buffer | undefined,
  readers: readonly LogReader[],
): readonly Mutation[] {
  if (readers.length === 0) return []
  const puts = readers.map((reader): Mutation => {
    return { kind: 'put', space: systemSpace, key: keyOf(reader), value: encode(reader) }
  })
  return [...ratchet(mark, [formatSteps.logReaders]), ...puts]
}

export function getReader(reader: ReaderName & { readonly space: SpaceId }): Get {
  return { kind: 'get', space: systemSpace, key: keyOf(reader) }
}

export function deleteReader(reader: LogReader): Mutation {
  return { kind: 'delete', space: systemSpace, key: keyOf(reader) }
}

function keyOf({ space, kind, beganAtMs }: ReaderName & { readonly space: SpaceId }): Buffer {
  return logReaderKey(space, kind, beganAtMs)
}

/** All readers of one log, including those that have ended and are reading the rest. */
export function readersOf(space: SpaceId): Range {
  const range = logReaderRange(space)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: logReadersMax }
}
