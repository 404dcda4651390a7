/** What this session saved, so that it can be undone: images before and after, in memory only. */
import type { Item } from '../../values/attribute-value.js'
import { historyEntriesMax } from '../limits.js'
import type { TableKeys } from '../table-keys.js'
import type { ItemWrite } from './write-request.js'

export interface HistoryEntry {
  readonly id: number
  readonly keys: TableKeys
  readonly write: ItemWrite
  readonly atMs: number
  /** It was taken back since. */
  readonly isUndone: boolean
}

/** Newest first. */
let entries: readonly HistoryEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

export const writeHistory = {
  entries: (): readonly HistoryEntry[] => entries,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  add(keys: TableKeys, write: ItemWrite, atMs: number): HistoryEntry {
    const entry: HistoryEntry = { id: ++lastId, keys, write, atMs, isUndone: false }
    change([entry, ...entries].slice(0, historyEntriesMax))
    return entry
  },

  markUndone(id: number): void {
    change(entries.map((entry) => (entry.id === id ? { ...entry, isUndone: true } : entry)))
  },
}

function change(next: readonly HistoryEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

/** The item it is about. */
export function imageOf({ before, after }: ItemWrite): Item {
  return after ?? before ?? {}
}
