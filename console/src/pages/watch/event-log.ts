/** The changes on the page: the newest first, not too many, held back while it is paused. */
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { printValue } from '../../values/print-value.js'
import type { EventKind, ItemEvent } from './item-event.js'
import { changesKeptMax, rateWindowMs } from './limits.js'

export interface EventLog {
  readonly shown: readonly ItemEvent[]
  readonly waiting: readonly ItemEvent[]
  readonly isPaused: boolean
  /** Of which nothing is kept any more. */
  readonly dropped: number
}

export const emptyLog: EventLog = { shown: [], waiting: [], isPaused: false, dropped: 0 }

/** `events` are in the order in which they happened. */
export function withEvents(log: EventLog, events: readonly ItemEvent[]): EventLog {
  if (events.length === 0) return log
  const newest = events.toReversed()
  const [shown, waiting] = log.isPaused
    ? [log.shown, [...newest, ...log.waiting]]
    : [[...newest, ...log.shown], log.waiting]
  const over = Math.max(0, shown.length + waiting.length - changesKeptMax)
  return { ...log, ...kept(shown, waiting), dropped: log.dropped + over }
}

/** Both lists together keep to the limit; what waits is newer. */
function kept(shown: readonly ItemEvent[], waiting: readonly ItemEvent[]) {
  const keptWaiting = waiting.slice(0, changesKeptMax)
  return { waiting: keptWaiting, shown: shown.slice(0, changesKeptMax - keptWaiting.length) }
}

export function paused(log: EventLog, isPaused: boolean): EventLog {
  if (isPaused) return { ...log, isPaused }
  return { ...log, isPaused, shown: [...log.waiting, ...log.shown], waiting: [] }
}

export interface EventFilter {
  /** Found anywhere in the key. */
  readonly text: string
  readonly kinds: ReadonlySet<EventKind>
  /** Of the removals, those by time to live. */
  readonly expired: 'with' | 'without' | 'only'
}

export function matches({ text, kinds, expired }: EventFilter, event: ItemEvent): boolean {
  if (!kinds.has(event.kind)) return false
  if (event.isExpired ? expired === 'without' : expired === 'only') return false
  if (text === '') return true
  return keyTexts(event.key).some((each) => each.toLowerCase().includes(text.toLowerCase()))
}

function keyTexts(key: Item): readonly string[] {
  return Object.values(key).map((value) => printValue(value, 2048))
}

/** Changes in a second, over the last few. */
export function rateOf(log: EventLog, nowMs: number): number {
  const recent = [...log.waiting, ...log.shown]
  const old = recent.findIndex(({ seenAtMs }) => seenAtMs <= nowMs - rateWindowMs)
  return (old < 0 ? recent.length : old) / (rateWindowMs / 1000)
}

/** One row for each item: from what it was before the first of its changes to what it is after the last. */
export function groupedByKey(events: readonly ItemEvent[]): readonly ItemEvent[] {
  const groups = new Map<string, ItemEvent>()
  for (const event of events) {
    const id = keyId(event.key)
    const group = groups.get(id)
    groups.set(id, group === undefined ? event : joined(group, event))
  }
  return [...groups.values()]
}

function joined(newer: ItemEvent, older: ItemEvent): ItemEvent {
  const { before: _, ...rest } = newer
  return {
    ...rest,
    count: newer.count + older.count,
    ...(older.before !== undefined && { before: older.before }),
  }
}

function keyId(key: Item): string {
  const entries: [string, AttributeValue][] = Object.entries(key)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
