/** The readers of its change log that a table's definition asks for, besides its stream. */
import type { ReaderDraft } from '../changes/reader.js'
import { changeRetentionMs } from '../model/limits.js'
import type { KinesisDestination, TableDefinition } from '../model/table.js'

export function wantedReaders(
  definition: Pick<TableDefinition, 'kinesisDestinations'>,
): readonly ReaderDraft[] {
  return (definition.kinesisDestinations ?? []).filter(isFed).map(kinesisReader)
}

/** Whether changes go to a destination, including one that is still being enabled. */
function isFed({ failure, closed }: KinesisDestination): boolean {
  return failure === undefined && closed === undefined
}

/** AWS: Kinesis always gets both images, and what could not be delivered for a day is lost. */
function kinesisReader({ enabledAtMs, streamArn, precision }: KinesisDestination): ReaderDraft {
  return {
    kind: 'kinesis',
    beganAtMs: enabledAtMs,
    images: 'both',
    retentionMs: changeRetentionMs,
    settings: { streamArn, precision },
  }
}
