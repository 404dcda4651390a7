/** The life of an item in the panel: read, staged, reviewed, saved, undone. */
import { useCallback, useMemo, useReducer, useState } from 'react'
import type { Client } from '../../api/client.js'
import { Fault } from '../../api/fault.js'
import { countOf } from '../../design/format.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { diffItems, type ItemChange } from '../../values/diff-items.js'
import { validateItem, type ItemProblem } from '../../values/validate-item.js'
import { mergedItem } from '../saving/conflict.js'
import { sendWrite, type WriteResult } from '../saving/send-write.js'
import {
  staged,
  stagedItem,
  stepBack,
  stepForward,
  type StagedItem,
} from '../saving/staged-item.js'
import { writeHistory, type HistoryEntry } from '../saving/write-history.js'
import { inverseOf, type ItemWrite } from '../saving/write-request.js'
import type { TableKeys } from '../table-keys.js'

export type EditorStep =
  | { readonly kind: 'edit' }
  | { readonly kind: 'review' }
  /** Somebody else changed the item; without `now` it is gone. */
  | { readonly kind: 'conflict'; readonly now?: Item }

export interface ItemEditorInput {
  readonly keys: TableKeys
  /** Undefined if the item is new. */
  readonly read: Item | undefined
  /** What the fields begin with. */
  readonly initial: Item
  readonly onSaved: (write: ItemWrite) => void
}

export interface ItemEditor {
  readonly read: Item | undefined
  readonly item: Item
  readonly changes: readonly ItemChange[]
  readonly problems: readonly ItemProblem[]
  readonly step: EditorStep
  readonly isSaving: boolean
  readonly error: unknown
  /** The write is too large for a condition: only replacing the whole item remains. */
  readonly isTooLarge: boolean
  readonly change: (item: Item, place?: string) => void
  readonly stepBack: () => void
  readonly stepForward: () => void
  readonly discard: () => void
  readonly go: (step: EditorStep) => void
  readonly save: (options?: { readonly allowUnguarded?: boolean }) => Promise<void>
  readonly remove: () => Promise<boolean>
  readonly undo: (entry: HistoryEntry) => Promise<void>
  readonly resolve: (kept: readonly ItemChange[]) => void
}

type StagedAction =
  | { readonly kind: 'change'; readonly item: Item; readonly place: string | undefined }
  | { readonly kind: 'back' | 'forward' }
  | { readonly kind: 'reset'; readonly item: Item }

function reduce(state: StagedItem, action: StagedAction): StagedItem {
  switch (action.kind) {
    case 'change':
      return staged(state, action.item, action.place)
    case 'back':
      return stepBack(state)
    case 'forward':
      return stepForward(state)
    case 'reset':
      return stagedItem(action.item)
  }
}

export function useItemEditor({
  keys,
  read: first,
  initial,
  onSaved,
}: ItemEditorInput): ItemEditor {
  const { client } = useWorkspace()
  const showToast = useToasts()
  const [read, setRead] = useState(first)
  const [state, dispatch] = useReducer(reduce, initial, stagedItem)
  const [step, go] = useState<EditorStep>({ kind: 'edit' })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isTooLarge, setTooLarge] = useState(false)
  const changes = useMemo(() => diffItems(read ?? {}, state.item), [read, state.item])
  const problems = useMemo(() => validateItem(state.item, keys.attributes), [state.item, keys])

  const show = useCallback((item: Item | undefined) => {
    setRead(item)
    dispatch({ kind: 'reset', item: item ?? {} })
    setError(undefined)
    setTooLarge(false)
    go({ kind: 'edit' })
  }, [])

  const undo = async (entry: HistoryEntry): Promise<void> => {
    const write = inverseOf(entry.write)
    const text = await undoneText(client, entry)
    showToast(text)
    if (text.tone === 'danger') return
    show(write.after)
    onSaved(write)
  }

  const send = async (
    write: ItemWrite,
    allowUnguarded: boolean,
  ): Promise<WriteResult | undefined> => {
    setSaving(true)
    setError(undefined)
    try {
      return await sendWrite(client, keys, write, { allowUnguarded })
    } catch (caught) {
      setError(caught)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  const finish = (write: ItemWrite, text: string): void => {
    const entry = writeHistory.add(keys, write, Date.now())
    showToast({ text, action: { label: 'Undo', onSelect: () => void undo(entry) } })
    onSaved(write)
  }

  const settle = (result: WriteResult, write: ItemWrite, text: string): boolean => {
    if (result.kind === 'done') {
      show(result.item)
      finish(write, text)
      return true
    }
    if (result.kind === 'too-large') setTooLarge(true)
    else if (result.kind === 'taken') setError(keyTaken())
    else go(result.now === undefined ? { kind: 'conflict' } : { kind: 'conflict', now: result.now })
    return false
  }

  return {
    read,
    item: state.item,
    changes,
    problems,
    step,
    isSaving,
    error,
    isTooLarge,
    change: (item, place) => dispatch({ kind: 'change', item, place }),
    stepBack: () => dispatch({ kind: 'back' }),
    stepForward: () => dispatch({ kind: 'forward' }),
    discard: () => {
      dispatch({ kind: 'reset', item: read ?? initial })
      go({ kind: 'edit' })
      setError(undefined)
      setTooLarge(false)
    },
    go,
    save: async ({ allowUnguarded = false } = {}) => {
      const write: ItemWrite = { ...(read !== undefined && { before: read }), after: state.item }
      const result = await send(write, allowUnguarded)
      if (result !== undefined) settle(result, write, savedText(write, changes.length))
    },
    remove: async () => {
      if (read === undefined) return false
      const write: ItemWrite = { before: read }
      const result = await send(write, false)
      return result !== undefined && settle(result, write, 'Item deleted')
    },
    undo,
    resolve: (kept) => {
      if (step.kind !== 'conflict') return
      const merged = mergedItem(step.now ?? {}, kept, state.item)
      setRead(step.now)
      // An item that is gone can only come back whole.
      dispatch({ kind: 'reset', item: step.now === undefined ? state.item : merged })
      const isTheirs = step.now !== undefined && sameItem(step.now, merged)
      go({ kind: isTheirs ? 'edit' : 'review' })
    },
  }
}

function savedText({ before }: ItemWrite, changes: number): string {
  return before === undefined ? 'Item created' : `Saved ${countOf(changes, 'change')}`
}

function keyTaken(): Fault {
  const message = 'There is an item with this key already. Nothing was written.'
  return new Fault({ type: 'Key taken', message, status: 0 })
}

/** Undoes a saved change, if nothing that it touches was changed since. */
async function undoneText(
  client: Client,
  entry: HistoryEntry,
): Promise<{ readonly text: string; readonly tone?: 'danger' }> {
  try {
    const result = await sendWrite(client, entry.keys, inverseOf(entry.write), {
      allowUnguarded: true,
    })
    if (result.kind !== 'done') {
      return { text: 'Not undone: the item was changed since.', tone: 'danger' }
    }
    writeHistory.markUndone(entry.id)
    return { text: 'Undone' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { text: `Not undone: ${reason}`, tone: 'danger' }
  }
}
