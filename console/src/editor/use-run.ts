/** A run of many writes as the state of a component. It lasts as long as the tab: leaving warns. */
import { useEffect, useRef, useState } from 'react'
import { LineFile } from './line-file.js'
import { RunControl } from './run-control.js'
import {
  noProgress,
  runWrites,
  type RunFiles,
  type RunOptions,
  type RunProgress,
} from './run-writes.js'

export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'paused'; readonly progress: RunProgress }
  | {
      readonly kind: 'ended'
      readonly progress: RunProgress
      readonly files: RunFiles
      readonly isStopped: boolean
      /** Why it could not go on. */
      readonly error?: unknown
    }

export type RunPlan = Pick<
  RunOptions,
  'plans' | 'send' | 'atOnce' | 'writesPerSecond' | 'keepsUndo'
>

export interface Run {
  readonly state: RunState
  readonly start: (plan: (control: RunControl) => RunPlan) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
}

/** As often as somebody sees it. */
const shownEveryMs = 100

export function useRun(onEnd?: (progress: RunProgress) => void): Run {
  const [state, setState] = useState<RunState>({ kind: 'idle' })
  const control = useRef<RunControl>(undefined)
  const isUnderWay = state.kind === 'running' || state.kind === 'paused'
  useEffect(() => {
    if (!isUnderWay) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnderWay])
  useEffect(() => () => control.current?.stop(), [])

  const start = (plan: (control: RunControl) => RunPlan): void => {
    const current = new RunControl()
    control.current = current
    const files: RunFiles = { undo: new LineFile(), failures: new LineFile() }
    let progress = noProgress
    let shownMs = 0
    const onProgress = (next: RunProgress): void => {
      progress = next
      const now = performance.now()
      if (now - shownMs < shownEveryMs) return
      shownMs = now
      setState((old) =>
        old.kind === 'paused' ? { ...old, progress } : { kind: 'running', progress },
      )
    }
    const end = (error?: unknown): void => {
      const isStopped = current.isStopped
      setState({ kind: 'ended', progress, files, isStopped, ...(error !== undefined && { error }) })
      onEnd?.(progress)
    }
    setState({ kind: 'running', progress })
    runWrites({ ...plan(current), control: current, files, onProgress }).then(
      () => end(),
      (error: unknown) => end(current.isStopped ? undefined : error),
    )
  }
  const mark = (kind: 'running' | 'paused') =>
    setState((old) => (old.kind === 'running' || old.kind === 'paused' ? { ...old, kind } : old))
  return {
    state,
    start,
    pause: () => (control.current?.pause(), mark('paused')),
    resume: () => (control.current?.resume(), mark('running')),
    stop: () => control.current?.stop(),
  }
}
