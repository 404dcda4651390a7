/** The changes of a table as they happen, for as long as the page is open. */
import { useCallback, useEffect, useState } from 'react'
import { Fault } from '../../api/fault.js'
import { useWorkspace } from '../../frame/workspace.js'
import { emptyLog, paused, withEvents, type EventLog } from './event-log.js'
import { eventOf } from './item-event.js'
import { pollIntervalMs } from './limits.js'
import { StreamFollower } from './stream-follower.js'

export interface Watch {
  readonly log: EventLog
  readonly state: 'starts' | 'follows' | 'failed'
  readonly fault?: unknown
  readonly setPaused: (isPaused: boolean) => void
  readonly clear: () => void
  readonly retry: () => void
}

export function useWatch(streamArn: string | undefined): Watch {
  const { client } = useWorkspace()
  const [log, setLog] = useState<EventLog>(emptyLog)
  const [state, setState] = useState<Watch['state']>('starts')
  const [fault, setFault] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (streamArn === undefined) return
    const control = new AbortController()
    const { signal } = control
    const follower = new StreamFollower(client, streamArn, signal)
    setState('starts')
    const follow = async () => {
      await follower.start()
      setState('follows')
      while (!signal.aborted) {
        const records = await follower.read()
        const nowMs = Date.now()
        setLog((now) =>
          withEvents(
            now,
            records.map((record) => eventOf(record, nowMs)),
          ),
        )
        await pause(pollIntervalMs, signal)
      }
    }
    follow().catch((error: unknown) => {
      if (signal.aborted) return
      setFault(error)
      setState('failed')
      // What passes by itself is tried again.
      if (error instanceof Fault && (error.status === 0 || error.status >= 500)) {
        setTimeout(() => !signal.aborted && setAttempt((now) => now + 1), 2 * pollIntervalMs)
      }
    })
    return () => control.abort()
  }, [client, streamArn, attempt])

  return {
    log,
    state,
    fault,
    setPaused: useCallback((isPaused) => setLog((now) => paused(now, isPaused)), []),
    clear: useCallback(() => setLog(({ isPaused }) => ({ ...emptyLog, isPaused })), []),
    retry: useCallback(() => setAttempt((now) => now + 1), []),
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
