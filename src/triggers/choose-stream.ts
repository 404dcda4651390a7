/**
 * Which stream a trigger follows. The first time, the table's enabled one, from where the trigger says;
 * when that has ended and is processed, the next one of the table, from its start. A trigger that comes
 * before its stream waits for it, and then also takes it from its start: nothing can be missed.
 */
import type { SourceStream } from './change-source.js'
import type { Followed } from './trigger-positions.js'
import type { StartingPosition, Trigger } from './trigger.js'

export type StreamChoice =
  /** The stream that is followed already. */
  | { readonly kind: 'same'; readonly stream: SourceStream }
  | { readonly kind: 'next'; readonly stream: SourceStream; readonly from: StartingPosition }
  /** For a stream after the one labelled so. */
  | { readonly kind: 'wait'; readonly afterLabel: string; readonly reason: string }

export function chooseStream(
  trigger: Trigger,
  streams: readonly SourceStream[] | undefined,
  followed: Followed | undefined,
): StreamChoice {
  const { tableName } = trigger.table
  const found = (streams ?? []).filter(({ label }) => label === (trigger.label ?? label))
  const current = found.find(({ label }) => label === followed?.label)
  if (followed !== undefined && !followed.waits && current !== undefined) {
    return { kind: 'same', stream: current }
  }
  const after = followed?.label ?? ''
  const next =
    followed === undefined
      ? found.findLast(({ enabled, label }) => enabled || label === trigger.label)
      : found.find(({ label }) => label > after)
  if (next !== undefined) {
    const from = followed === undefined ? trigger.startingPosition : 'TRIM_HORIZON'
    return { kind: 'next', stream: next, from }
  }
  const afterLabel = followed?.label ?? found.at(-1)?.label ?? ''
  return { kind: 'wait', afterLabel, reason: reasonOf(streams, trigger.label, tableName) }
}

function reasonOf(
  streams: readonly SourceStream[] | undefined,
  label: string | undefined,
  tableName: string,
): string {
  if (streams === undefined) return `table ${tableName} does not exist`
  return label === undefined
    ? `table ${tableName} has no stream`
    : `table ${tableName} has no stream ${label}, or it is processed`
}
