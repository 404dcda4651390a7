/**
 * Which stream a trigger follows. At first the table's enabled one, from where the trigger's
 * settings say; when that has ended and is processed, the table's next one, from its start. A
 * trigger that exists before its stream waits for it, and also reads it from its start, so nothing
 * is missed.
 */
import type { SourceStream } from './stream-source.js'
import type { Followed } from './trigger-positions.js'
import type { StartingPosition, Trigger } from './trigger.js'

export type StreamChoice =
  /** The stream that is already being followed. */
  | { readonly kind: 'same'; readonly stream: SourceStream }
  | { readonly kind: 'next'; readonly stream: SourceStream; readonly from: StartingPosition }
  /** Waits for a stream with a greater label. */
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
