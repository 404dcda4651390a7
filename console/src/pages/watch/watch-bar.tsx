import { Eraser, Pause, Play } from 'lucide-react'
import { Button } from '../../design/button.js'
import { countOf, formatCount } from '../../design/format.js'
import { Checkbox, Select, TextInput } from '../../design/inputs.js'
import type { EventFilter, EventLog } from './event-log.js'
import type { EventKind } from './item-event.js'

export interface WatchBarProps {
  readonly log: EventLog
  readonly rate: number
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  readonly onPause: () => void
  readonly onClear: () => void
}

const kinds: readonly (readonly [EventKind, string])[] = [
  ['INSERT', 'Insert'],
  ['MODIFY', 'Modify'],
  ['REMOVE', 'Remove'],
]

const expiredChoices = [
  { value: 'with', label: 'With expired' },
  { value: 'without', label: 'Without expired' },
  { value: 'only', label: 'Only expired' },
] as const

export function WatchBar({ log, rate, filter, onFilter, onPause, onClear }: WatchBarProps) {
  const toggle = (kind: EventKind, isOn: boolean) => {
    const next = new Set(filter.kinds)
    if (isOn) next.add(kind)
    else next.delete(kind)
    onFilter({ ...filter, kinds: next })
  }
  return (
    <div className="watch-bar">
      <Button icon={log.isPaused ? Play : Pause} aria-pressed={log.isPaused} onClick={onPause}>
        {log.isPaused ? 'Continue' : 'Pause'}
      </Button>
      <TextInput
        type="search"
        className="watch-filter"
        placeholder="Filter by key"
        aria-label="Filter by key"
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      />
      {kinds.map(([kind, label]) => (
        <Checkbox
          key={kind}
          checked={filter.kinds.has(kind)}
          onChange={(isOn) => toggle(kind, isOn)}
        >
          {label}
        </Checkbox>
      ))}
      <Select
        aria-label="Removals by time to live"
        value={filter.expired}
        choices={expiredChoices}
        onChange={(expired) => onFilter({ ...filter, expired })}
      />
      <Button kind="ghost" icon={Eraser} onClick={onClear}>
        Clear
      </Button>
      <span className="watch-rate" role="status">
        {log.isPaused && `${countOf(log.waiting.length, 'change')} waiting · `}
        {log.dropped > 0 && `${formatCount(log.dropped)} older dropped · `}
        {rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10}/s
      </span>
    </div>
  )
}
