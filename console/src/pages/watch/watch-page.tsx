/** The changes of a table as they happen. */
import { Radio } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Notice } from '../../design/notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { tableKeysOf } from '../../editor/table-keys.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { TableHeader } from '../../frame/table-header.js'
import { usePlace } from '../../routes/place.js'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { EventDetail } from './event-detail.js'
import { EventList } from './event-list.js'
import { groupedByKey, matches, rateOf, type EventFilter } from './event-log.js'
import type { ItemEvent } from './item-event.js'
import { groupingRateMin, pollIntervalMs } from './limits.js'
import { StreamNotice } from './stream-notice.js'
import { useWatch } from './use-watch.js'
import { WatchBar } from './watch-bar.js'
import './watch-page.css'

export function WatchPage() {
  const { table = '' } = usePlace()
  const { data, error, refetch } = useTableDescription(table)
  return (
    <Page title={`${table} · watch`} isFull>
      <TableHeader table={table} />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <WatchView description={data} />}
    </Page>
  )
}

const everything: EventFilter = {
  text: '',
  kinds: new Set(['INSERT', 'MODIFY', 'REMOVE']),
  expired: 'with',
}

function WatchView({ description }: { readonly description: TableDescription }) {
  const { StreamSpecification, LatestStreamArn } = description
  const isOn = StreamSpecification?.StreamEnabled === true
  const watch = useWatch(isOn ? LatestStreamArn : undefined)
  const { log, setPaused, clear } = watch
  const [filter, setFilter] = useState(everything)
  const [chosen, setChosen] = useState<ItemEvent>()
  const keys = useMemo(() => tableKeysOf(description), [description])
  const rate = rateOf(log, useNow())
  const isGrouped = rate > groupingRateMin
  const events = useMemo(() => {
    const matching = log.shown.filter((event) => matches(filter, event))
    return isGrouped ? groupedByKey(matching) : matching
  }, [log.shown, filter, isGrouped])
  const togglePause = () => setPaused(!log.isPaused)
  useShortcut(' ', 'Pause or continue', togglePause)

  return (
    <>
      <StreamNotice
        table={description.TableName ?? ''}
        viewType={isOn ? StreamSpecification.StreamViewType : undefined}
      />
      {isOn && (
        <>
          <WatchBar
            log={log}
            rate={rate}
            filter={filter}
            onFilter={setFilter}
            onPause={togglePause}
            onClear={clear}
          />
          {watch.state === 'failed' && <FaultNotice error={watch.fault} onRetry={watch.retry} />}
          {isGrouped && (
            <Notice>
              More than {groupingRateMin} changes a second: the changes of an item are one row.
            </Notice>
          )}
          <div className="watch-body">
            {events.length === 0 ? (
              <EmptyState
                icon={Radio}
                title={
                  log.shown.length > 0
                    ? 'No change passes the filters.'
                    : watch.state === 'starts'
                      ? 'Starting to follow the stream.'
                      : 'Waiting for changes from now on.'
                }
              />
            ) : (
              <EventList events={events} keys={keys} chosen={chosen} onChoose={setChosen} />
            )}
            {chosen !== undefined && (
              <EventDetail
                key={chosen.id}
                event={chosen}
                keys={keys}
                onClose={() => setChosen(undefined)}
              />
            )}
          </div>
        </>
      )}
    </>
  )
}

/** Rates fall also when nothing happens. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pollIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
