/** What a query did: read, returned, cost. And the ways to go on. */
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../../design/button.js'
import { countOf, formatCount } from '../../design/format.js'
import type { ReaderState } from './items-reader.js'
import './status-line.css'

export interface StatusLineProps {
  readonly state: ReaderState
  readonly canRead: boolean
  readonly found: number | undefined
  readonly onMore: () => void
  readonly onAll: () => void
  readonly children: ReactNode
}

export function StatusLine({ state, canRead, found, onMore, onAll, children }: StatusLineProps) {
  const isIdle = state.phase !== 'reading'
  return (
    <div className="status-line">
      <p className="status-words" role="status">
        {wordsOf(state)}
        {found !== undefined && <> · {formatCount(found)} of loaded rows</>}
      </p>
      {canRead && state.items.count > 0 && (
        <>
          <Button kind="ghost" disabled={!isIdle} onClick={onMore}>
            Load more
          </Button>
          <Button kind="ghost" disabled={!isIdle} onClick={onAll}>
            Read to the end
          </Button>
        </>
      )}
      <div className="status-tools">{children}</div>
    </div>
  )
}

function wordsOf(state: ReaderState): string {
  const { request, items, read, units, ms, ended } = state
  if (request === undefined) return 'Nothing was read yet.'
  const { progress } = state
  const words = [
    request.operation,
    countOf(items.count + (progress?.items.length ?? 0), 'item'),
    `read ${formatCount(read + (progress?.read ?? 0))}`,
    `${formatUnits(units + (progress?.units ?? 0))} RCU`,
    `${formatCount(Math.round(ms))} ms`,
  ]
  if (state.phase === 'reading') return `${words.join(' · ')} · reading…`
  return [...words, ...endWords(ended)].join(' · ')
}

function endWords(ended: ReaderState['ended']): readonly string[] {
  switch (ended) {
    case 'end':
      return ['all read']
    case 'bytes':
      return ['paused after 10 MB']
    case 'time':
      return ['paused after 5 s']
    case 'stopped':
      return ['stopped']
    default:
      return []
  }
}

function formatUnits(units: number): string {
  return formatCount(Math.round(units * 10) / 10)
}

/** Whether something has lasted, so that what is quick does not flicker. */
export function useLasting(isOn: boolean, afterMs: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasted(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isOn, afterMs])
  return isOn && hasLasted
}
