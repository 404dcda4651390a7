/** The readers of its change log that a table's definition asks for, besides its stream. */
import { recoveryKind, type ReaderDraft } from '../changes/reader.js'
import { changeRetentionMs } from '../model/limits.js'
import type {
  BackupsUnderWay,
  KinesisDestination,
  RecoverySetting,
  TableDefinition,
} from '../model/table.js'
import { backupMsMax } from './limits.js'

export function wantedReaders({
  kinesisDestinations = [],
  pointInTimeRecovery,
  backupsUnderWay,
}: Pick<
  TableDefinition,
  'kinesisDestinations' | 'pointInTimeRecovery' | 'backupsUnderWay'
>): readonly ReaderDraft[] {
  return [
    ...kinesisDestinations.filter(isFed).map(kinesisReader),
    ...(pointInTimeRecovery === undefined ? [] : [recoveryReader(pointInTimeRecovery)]),
    ...(backupsUnderWay === undefined ? [] : [backupReader(backupsUnderWay)]),
  ]
}

const dayMs = 24 * 60 * 60 * 1000

/** A restore of the earliest moment has a day to read the changes since. */
function recoveryReader({ enabledAtMs, periodDays }: RecoverySetting): ReaderDraft {
  return {
    kind: recoveryKind,
    beganAtMs: enabledAtMs,
    images: 'both',
    retentionMs: (periodDays + 1) * dayMs,
    isPassive: true,
    settings: {},
  }
}

/** One for all backups under way: each has its own way through the log. */
function backupReader({ beganAtMs }: BackupsUnderWay): ReaderDraft {
  return {
    kind: 'backup',
    beganAtMs,
    images: 'both',
    retentionMs: backupMsMax,
    isPassive: true,
    settings: {},
  }
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
