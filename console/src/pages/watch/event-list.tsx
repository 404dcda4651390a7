/** The rows of changes, of which only those in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Badge, type Tone } from '../../design/badge.js'
import { classNames } from '../../design/class-names.js'
import type { TableKeys } from '../../editor/table-keys.js'
import { printKey } from '../../editor/table-keys.js'
import { ChangeWords } from './change-words.js'
import type { EventKind, ItemEvent } from './item-event.js'

export interface EventListProps {
  readonly events: readonly ItemEvent[]
  readonly keys: TableKeys
  readonly chosen: ItemEvent | undefined
  readonly onChoose: (event: ItemEvent) => void
}

const rowHeight = 34

export function EventList({ events, keys, chosen, onChoose }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => events[at]?.id ?? at,
    overscan: 10,
  })
  return (
    <div ref={scroller} className="watch-list" role="region" aria-label="Changes" tabIndex={0}>
      <ol className="watch-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const event = events[index]!
          return (
            <li
              key={key}
              className={classNames('watch-row', event.id === chosen?.id && 'watch-chosen')}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={events.length}
            >
              <button
                type="button"
                className="watch-line"
                aria-pressed={event.id === chosen?.id}
                onClick={() => onChoose(event)}
              >
                <time className="watch-time">{timeOf(event.seenAtMs)}</time>
                <span className="watch-kind">
                  <Badge tone={tones[event.kind]}>{event.kind}</Badge>
                </span>
                <span className="watch-key">{printKey(keys, event.key)}</span>
                {event.count > 1 && <span className="watch-count">×{event.count}</span>}
                <span className="watch-changes">
                  <ChangeWords event={event} />
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const tones: Readonly<Record<EventKind, Tone>> = {
  INSERT: 'ok',
  MODIFY: 'accent',
  REMOVE: 'danger',
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

export function timeOf(epochMs: number): string {
  return clock.format(epochMs)
}
