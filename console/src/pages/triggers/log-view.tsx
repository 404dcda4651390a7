import { useEffect, useRef } from 'react'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { classNames } from '../../design/class-names.js'
import { useTriggerLog } from './trigger-queries.js'

/** What a trigger and its handler have printed; the end stays in sight. */
export function LogView({ name }: { readonly name: string }) {
  const { data, error } = useTriggerLog(name)
  const place = useRef<HTMLPreElement>(null)
  const lines = data?.Lines ?? []
  const last = lines.at(-1)
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [last])
  if (error !== null) return <FaultNotice error={error} />
  if (data === undefined) return <Skeleton />
  if (lines.length === 0) return <EmptyState title="Nothing was printed yet." />
  return (
    <>
      {data.HasEarlierLines === true && (
        <p className="triggers-quiet">The last {lines.length} lines; the file has more.</p>
      )}
      <pre ref={place} className="triggers-log" tabIndex={0} aria-label={`Log of ${name}`}>
        {lines.map((line, at) => (
          <LogLine key={at} line={line} />
        ))}
      </pre>
    </>
  )
}

/** `2026-11-15T14:02:11.204Z handler text`. */
const parts = /^(\S+) (handler|trigger) ?(.*)$/

function LogLine({ line }: { readonly line: string }) {
  const [, time, source, text] = parts.exec(line) ?? []
  if (time === undefined) return <span className="triggers-line">{`${line}\n`}</span>
  const isFailure = source === 'trigger' && /failed|gives up|fails/.test(text ?? '')
  return (
    <span className={classNames('triggers-line', isFailure && 'triggers-failure')}>
      <span className="triggers-quiet">{time.slice(11, 23)}</span>{' '}
      <span className="triggers-quiet">{source}</span> {`${text}\n`}
    </span>
  )
}
