/** Statements that were run, and their answers page by page. */
import { useCallback, useRef, useState } from 'react'
import type { Client } from '../../api/client.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'
import type { StatementPlan } from './plan.js'

export interface StatementRun {
  readonly plan: StatementPlan
  readonly state: 'waits' | 'runs' | 'done' | 'failed' | 'stopped'
  readonly items: readonly Item[]
  readonly pages: number
  readonly units: number
  readonly tookMs: number
  readonly nextToken?: string | undefined
  readonly fault?: unknown
}

/** How all statements of a run are read. */
export interface RunSettings {
  readonly limit: number | undefined
  readonly isConsistent: boolean
}

export interface Runs {
  readonly runs: readonly StatementRun[]
  readonly isRunning: boolean
  readonly run: (plans: readonly StatementPlan[], settings: RunSettings) => Promise<void>
  readonly nextPage: (at: number) => Promise<void>
  readonly stop: () => void
}

export function useRuns(): Runs {
  const { client } = useWorkspace()
  const [runs, setRuns] = useState<readonly StatementRun[]>([])
  const [isRunning, setRunning] = useState(false)
  const control = useRef(new AbortController())
  const chosen = useRef<RunSettings>({ limit: undefined, isConsistent: false })

  const put = useCallback((at: number, run: StatementRun) => {
    setRuns((now) => now.with(at, run))
  }, [])

  const read = async (at: number, before: StatementRun): Promise<boolean> => {
    const { signal } = control.current
    put(at, { ...before, state: 'runs' })
    const after = await readPage(client, before, { ...chosen.current, signal })
    put(at, after)
    return after.state === 'done'
  }

  const during = async (work: () => Promise<void>) => {
    control.current = new AbortController()
    setRunning(true)
    await work().finally(() => setRunning(false))
  }

  return {
    runs,
    isRunning,
    run: (plans, settings) =>
      during(async () => {
        chosen.current = settings
        const started = plans.map(newRun)
        setRuns(started)
        // A statement may depend on those before it, so the first failure ends the run.
        for (const [at, run] of started.entries()) {
          if (!(await read(at, run))) break
        }
      }),
    nextPage: (at) =>
      during(async () => {
        const run = runs[at]
        if (run?.nextToken !== undefined) await read(at, run)
      }),
    stop: () => control.current.abort(),
  }
}

function newRun(plan: StatementPlan): StatementRun {
  return { plan, state: 'waits', items: [], pages: 0, units: 0, tookMs: 0 }
}

interface PageSettings extends RunSettings {
  readonly signal: AbortSignal
}

async function readPage(
  client: Client,
  before: StatementRun,
  { limit, isConsistent, signal }: PageSettings,
): Promise<StatementRun> {
  const { plan, nextToken } = before
  const started = performance.now()
  const took = () => before.tookMs + performance.now() - started
  try {
    const answer = await client.call(
      'dynamodb',
      'ExecuteStatement',
      {
        Statement: plan.text,
        ReturnConsumedCapacity: 'TOTAL',
        ...(plan.values.length > 0 && { Parameters: plan.values }),
        ...(limit !== undefined && !plan.isWrite && { Limit: limit }),
        ...(isConsistent && !plan.isWrite && { ConsistentRead: true }),
        ...(nextToken !== undefined && { NextToken: nextToken }),
      },
      { signal },
    )
    return {
      ...before,
      state: 'done',
      items: [...before.items, ...(answer.Items ?? [])],
      pages: before.pages + 1,
      units: before.units + (answer.ConsumedCapacity?.CapacityUnits ?? 0),
      tookMs: took(),
      nextToken: answer.NextToken,
      fault: undefined,
    }
  } catch (fault) {
    if (signal.aborted) return { ...before, state: 'stopped', tookMs: took() }
    return { ...before, state: 'failed', tookMs: took(), fault }
  }
}
