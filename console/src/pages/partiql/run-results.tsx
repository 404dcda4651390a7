import { useEffect, useState } from 'react'
import { Tabs } from '../../design/tabs.js'
import { RunResult } from './run-result.js'
import { useFacts } from './use-plans.js'
import type { Runs, StatementRun } from './use-runs.js'

/** A tab for each statement, if there are several. */
export function RunResults({ runs, isRunning, nextPage }: Runs) {
  const [chosen, setChosen] = useState('0')
  const facts = useFacts(runs.flatMap(({ plan }) => plan.table ?? []))
  const failed = runs.findIndex(({ state }) => state === 'failed')
  const count = runs.length
  useEffect(() => setChosen('0'), [count])
  useEffect(() => {
    if (failed > 0) setChosen(String(failed))
  }, [failed])
  const keysOf = ({ plan }: StatementRun) => {
    const table = facts.get(plan.table ?? '')
    return table === undefined ? [] : [...table.partition, ...table.sort]
  }
  const result = (run: StatementRun, at: number) => (
    <RunResult
      run={run}
      keys={keysOf(run)}
      isRunning={isRunning}
      onNextPage={() => void nextPage(at)}
    />
  )
  if (runs.length === 0) return null
  if (runs.length === 1) return result(runs[0]!, 0)
  return (
    <Tabs
      label="Results"
      value={Number(chosen) < runs.length ? chosen : '0'}
      onChange={setChosen}
      tabs={runs.map((run, at) => ({
        name: String(at),
        label: tabLabel(run, at),
        content: result(run, at),
      }))}
    />
  )
}

const marks = { waits: '–', runs: '…', done: '', failed: 'failed', stopped: 'stopped' }

function tabLabel({ plan, state, items }: StatementRun, at: number): string {
  const access = plan.explanation?.access ?? plan.text.split(/\s/, 1)[0]!
  const mark = marks[state]
  const count = state === 'done' && !plan.isWrite ? ` (${items.length})` : ''
  return `${at + 1} ${access}${count}${mark === '' ? '' : ` ${mark}`}`
}
