/** The readers of its change log that a table's definition asks for, besides its stream. */
import { followersRetentionMs } from '../changes/limits.js'
import {
  followersKind,
  recoveryKind,
  replicationKind,
  type ReaderDraft,
} from '../changes/reader.js'
import type { KinesisDestination } from '../model/kinesis-destination.js'
import { changeRetentionMs } from '../model/limits.js'
import type {
  BackupsUnderWay,
  RecoverySetting,
  ReplicaSetting,
  TableDefinition,
} from '../model/table.js'
import { backupMsMax, replicationRetentionMs } from './limits.js'

export function wantedReaders({
  kinesisDestinations = [],
  pointInTimeRecovery,
  backupsUnderWay,
  replica,
}: Pick<
  TableDefinition,
  'kinesisDestinations' | 'pointInTimeRecovery' | 'backupsUnderWay' | 'replica'
>): readonly ReaderDraft[] {
  return [
    ...kinesisDestinations.filter(isFed).map(kinesisReader),
    ...(pointInTimeRecovery === undefined ? [] : [recoveryReader(pointInTimeRecovery)]),
    ...(backupsUnderWay === undefined ? [] : [backupReader(backupsUnderWay)]),
    ...(replica === undefined || replica.sharedBy ? [] : [replicationReader(replica)]),
  ]
}

/**
 * The one reader for all that follows these tables from memory, which have the same log. Nothing tells
 * two of them apart, so it needs no time of its own.
 */
export function wantedFollowers(tables: readonly FollowedTable[]): readonly ReaderDraft[] {
  if (!tables.some(isFollowed)) return []
  const needs = { images: 'keys', retentionMs: followersRetentionMs, isPassive: true } as const
  return [{ kind: followersKind, beganAtMs: 0, ...needs, settings: {} }]
}

/** What says whether servers keep something of a table in memory that has to follow its changes. */
export type FollowedTable = Pick<TableDefinition, 'accelerated' | 'vectorIndexes'>

export function isFollowed({ accelerated, vectorIndexes = [] }: FollowedTable): boolean {
  return accelerated !== undefined || vectorIndexes.length > 0
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

/** One for all other regions: each keeps its own position, and this has what all of them have read. */
function replicationReader({ sinceMs }: ReplicaSetting): ReaderDraft {
  return {
    kind: replicationKind,
    beganAtMs: sinceMs,
    images: 'new',
    retentionMs: replicationRetentionMs,
    untilRead: true,
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
