import { useState } from 'react'
import { Button } from '../../design/button.js'
import { CopyButton } from '../../design/copy-button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf, formatCount } from '../../design/format.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { Skeleton } from '../../design/skeleton.js'
import { ResultRows } from '../../grid/result-rows.js'
import { JsonEditor } from '../../text/json-editor.js'
import type { StatementRun } from './use-runs.js'

export interface RunResultProps {
  readonly run: StatementRun
  readonly keys: readonly string[]
  readonly isRunning: boolean
  readonly onNextPage: () => void
}

const views = [
  { value: 'rows', label: 'Rows' },
  { value: 'json', label: 'JSON' },
] as const

/** The answer to one statement. */
export function RunResult({ run, keys, isRunning, onNextPage }: RunResultProps) {
  const [view, setView] = useState<'rows' | 'json'>('rows')
  const { state, items, plan, nextToken, fault } = run
  const json = () => JSON.stringify(items, undefined, 2)
  if (state === 'waits')
    return <EmptyState title="Not run, because a statement before it failed." />
  if (state === 'runs' && items.length === 0) return <Skeleton />
  return (
    <div className="partiql-result">
      {state === 'failed' && <FaultNotice error={fault} />}
      {state !== 'failed' && (
        <div className="partiql-result-head">
          <p className="partiql-facts" role="status">
            {summaryOf(run)}
          </p>
          {items.length > 0 && (
            <div className="partiql-result-actions">
              <SegmentedControl label="View" value={view} choices={views} onChange={setView} />
              <CopyButton text={json} label="Copy JSON" />
            </div>
          )}
        </div>
      )}
      {items.length > 0 && view === 'rows' && (
        <ResultRows label={`Result of ${plan.text}`} items={items} keys={keys} />
      )}
      {items.length > 0 && view === 'json' && (
        <div className="partiql-json">
          <JsonEditor readOnly label="Result as JSON" value={json()} />
        </div>
      )}
      {nextToken !== undefined && (
        <div className="partiql-next">
          <Button busy={isRunning} onClick={onNextPage}>
            Next page
          </Button>
          <span>{formatCount(items.length)} so far, there may be more</span>
        </div>
      )}
    </div>
  )
}

export function summaryOf({ plan, state, items, units, tookMs, pages }: StatementRun): string {
  if (state === 'stopped') return 'Stopped.'
  const unit = plan.isWrite ? 'WCU' : 'RCU'
  const amount = plan.isWrite && items.length === 0 ? 'Written' : countOf(items.length, 'item')
  const read = pages > 1 ? [`${pages} pages`] : []
  return [amount, ...read, `${formatCount(units)} ${unit}`, `${Math.round(tookMs)} ms`].join(' · ')
}
