/** A reader of a change log that delivers to a Kinesis stream. */
import type { LogReader } from '../changes/reader.js'
import type { TimePrecision } from '../model/kinesis-destination.js'

export interface KinesisDelivery extends LogReader {
  readonly kind: 'kinesis'
  readonly settings: { readonly streamArn: string; readonly precision?: TimePrecision }
}

export function isKinesisDelivery(reader: LogReader): reader is KinesisDelivery {
  return reader.kind === 'kinesis'
}
