/** DescribeEvents: what has happened to clusters, the newest first. */
import type { DaxEvent } from '../../accelerator/dax-holdings.js'
import { isDaxName } from '../../accelerator/dax-holdings.js'
import { invalidDaxCombination, invalidDaxValue } from '../../accelerator/dax-faults.js'
import { eventKeptMs, eventsShownMs } from '../../accelerator/limits.js'
import type { DescribeEventsRequest } from '../../api/generated/dax-types.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { describeEvent } from './shapes/described.js'

interface EventFilter {
  readonly source: string | undefined
  readonly sourceType: DescribeEventsRequest['SourceType']
  readonly startMs: number | undefined
  readonly endMs: number | undefined
  readonly durationMs: number | undefined
}

export const describeEvents = operation('dax.DescribeEvents', {
  read: (input) => ({ filter: readFilter(input), page: readDaxPage(input) }),

  access: () => [onAnything('dax:DescribeEvents')],

  async run(ctx, { filter, page }) {
    const desk = await ctx.dax()
    const { events } = await desk.find(ctx.caller)
    const all = events.filter(isWanted(filter, ctx.clock.now())).reverse()
    const { shown, next } = pageOf(ctx, page, { events: filter }, all)
    return { output: { Events: shown.map(describeEvent), NextToken: next } }
  },
})

const minuteMs = 60_000

function readFilter(input: DescribeEventsRequest): EventFilter {
  const { SourceName: source, SourceType: sourceType, StartTime, EndTime, Duration } = input
  if (source !== undefined && sourceType === undefined) {
    throw invalidDaxCombination('SourceType is required if SourceName is given.')
  }
  if (Duration !== undefined && (Duration < 1 || Duration * minuteMs > eventKeptMs)) {
    throw invalidDaxValue(`Duration must be between 1 and ${eventKeptMs / minuteMs} minutes.`)
  }
  const startMs = StartTime && StartTime * 1000
  const endMs = EndTime && EndTime * 1000
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) {
    throw invalidDaxCombination('StartTime must not be later than EndTime.')
  }
  const durationMs = Duration && Duration * minuteMs
  return { source, sourceType, startMs, endMs, durationMs }
}

/** AWS: the last day, unless the request says otherwise. An event of the future has not happened yet. */
function isWanted(
  { source, sourceType, startMs, endMs, durationMs }: EventFilter,
  nowMs: number,
): (event: DaxEvent) => boolean {
  const lengthMs = durationMs ?? eventsShownMs
  const toMs = Math.min(endMs ?? (startMs === undefined ? nowMs : startMs + lengthMs), nowMs)
  const fromMs = startMs ?? toMs - lengthMs
  return (event) =>
    event.atMs >= fromMs &&
    event.atMs <= toMs &&
    (source === undefined || isDaxName(event.source, source)) &&
    (sourceType === undefined || event.sourceType === sourceType)
}
