/** The open model: changed in memory, kept in this browser after each change, with a way back. */
import { useCallback, useEffect, useState } from 'react'
import type { DataModel } from '../../modelling/data-model.js'
import { workbenchDate } from '../../modelling/write-workbench.js'
import { saveModel } from './model-store.js'

export interface ModelEditing {
  readonly model: DataModel
  readonly change: (next: DataModel) => void
  readonly undo: (() => void) | undefined
  readonly savedMs: number | undefined
  readonly error: unknown
}

const undoneMost = 100

export function useModelEditing(id: string, initial: DataModel): ModelEditing {
  const [history, setHistory] = useState<readonly DataModel[]>([initial])
  const [savedMs, setSavedMs] = useState<number>()
  const [error, setError] = useState<unknown>()
  const model = history.at(-1)!
  useEffect(() => {
    if (model === initial) return
    saveModel(id, model).then(
      () => setSavedMs(Date.now()),
      (reason: unknown) => setError(reason),
    )
  }, [id, model, initial])
  const change = useCallback((next: DataModel) => {
    const dated = { ...next, modified: workbenchDate(new Date()) }
    setHistory((past) => [...past, dated].slice(-undoneMost))
  }, [])
  const undo = useCallback(() => setHistory((past) => past.slice(0, -1)), [])
  return { model, change, undo: history.length > 1 ? undo : undefined, savedMs, error }
}
