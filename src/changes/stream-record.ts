/**
 * A stream: a view of the change log, from one enabling of a table's StreamSpecification. It
 * outlives its table, and is kept until its last record is too old to be read.
 *
 * Its state follows from the clock, as a table's does. When it is too old to be read is decided by the
 * job that deletes it, never by the server that answers, whose clock may be ahead.
 */
import { streamArn, tableArn, type Scope } from '../model/arn.js'
import type { KeySchema } from '../model/key-schema.js'
import { changeRetentionMs } from '../model/limits.js'
import type { StreamDraft, StreamSetting, StreamViewType } from '../model/table.js'
import { isUnderWay } from '../model/under-way.js'
import { streamKey, streamRange } from '../storage/change-keys.js'
import {
  systemSpace,
  type Get,
  type Mutation,
  type Range,
  type SpaceId,
} from '../storage/engine.js'
import { resourcePolicyKey } from '../storage/iam-keys.js'
import { jsonRecord } from '../storage/json-record.js'

export interface Stream extends Scope {
  readonly tableName: string
  readonly label: string
  readonly viewType: StreamViewType
  readonly keySchema: KeySchema
  /** The space of the change log that it reads. */
  readonly space: SpaceId
  readonly createdAtMs: number
  /** From when it is considered enabled, and from when disabled. */
  readonly enabledFromMs: number
  readonly closed?: StreamEnd
}

export interface StreamEnd {
  readonly atMs: number
  readonly disabledFromMs: number
}

export type StreamState = 'enabling' | 'enabled' | 'disabling' | 'disabled'

export function streamStateOf(stream: Stream, nowMs: number): StreamState {
  const { createdAtMs, enabledFromMs, closed } = stream
  if (closed === undefined) {
    return isUnderWay(createdAtMs, enabledFromMs, nowMs) ? 'enabling' : 'enabled'
  }
  return isUnderWay(closed.atMs, closed.disabledFromMs, nowMs) ? 'disabling' : 'disabled'
}

/** Whether its last record is too old to be read. */
export function isOutdated({ closed }: Stream, nowMs: number): boolean {
  return closed !== undefined && nowMs >= closed.atMs + changeRetentionMs
}

/**
 * Without the length of what is over, so that every clock agrees that it is. Returns the same object
 * if there is nothing to remove.
 */
export function settledStream(stream: Stream, nowMs: number): Stream {
  const { createdAtMs, enabledFromMs, closed } = stream
  const state = streamStateOf(stream, nowMs)
  if (state === 'enabled' && enabledFromMs !== createdAtMs) {
    return { ...stream, enabledFromMs: createdAtMs }
  }
  if (state === 'disabled' && closed!.disabledFromMs !== closed!.atMs) {
    return { ...stream, closed: { atMs: closed!.atMs, disabledFromMs: closed!.atMs } }
  }
  return stream
}

const { encode, decode } = jsonRecord<Stream>('stream')

export function decodeStream(record: Buffer): Stream {
  return decode(record)
}

export function putStream(stream: Stream): Mutation {
  const key = streamKey(stream, stream.tableName, stream.label)
  return { kind: 'put', space: systemSpace, key, value: encode(stream) }
}

/** With its policy. Nobody has to be told: a label is never used again. */
export function deleteStream(stream: Stream): readonly Mutation[] {
  const { tableName, label } = stream
  const policy = resourcePolicyKey(streamArn(tableArn(stream, tableName), label))
  return [streamKey(stream, tableName, label), policy].map((key) => ({
    kind: 'delete',
    space: systemSpace,
    key,
  }))
}

export function getStream(scope: Scope, tableName: string, label: string): Get {
  return { kind: 'get', space: systemSpace, key: streamKey(scope, tableName, label) }
}

/** The last stream of a table, or of an earlier table with the same name. */
export function latestStream(scope: Scope, tableName: string): Range {
  const range = streamRange(scope, tableName)
  return { kind: 'range', space: systemSpace, ...range, reverse: true, entriesMax: 1 }
}

/**
 * A stream setting with its label: UTC with milliseconds and without zone, 2026-05-11T21:21:33.291.
 * It comes after the labels that were there, so no two streams of a table name have the same one, nor two
 * streams of one log.
 */
export function labelled(
  setting: StreamSetting | StreamDraft,
  labels: readonly string[],
  nowMs: number,
): StreamSetting {
  if ('label' in setting) return setting
  const label = labelAt(nowMs)
  const latest = labels.reduce((a, b) => (b > a ? b : a), '')
  if (label > latest) return { ...setting, label }
  return { ...setting, label: labelAt(Date.parse(`${latest}Z`) + 1) }
}

function labelAt(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -1)
}
