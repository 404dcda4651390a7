/** Queries that people keep, by table, in this browser; and those they ran lately. */
import type { ReadState } from '../../code/read-state.js'
import { usePreference } from '../../frame/preferences.js'
import { useWorkspace } from '../../frame/workspace.js'
import { rememberedQueriesMax } from './limits.js'

export interface SavedQuery {
  readonly name: string
  readonly state: ReadState
}

export interface RanQuery {
  readonly at: number
  readonly state: ReadState
}

const noQueries: readonly SavedQuery[] = []
const noHistory: readonly RanQuery[] = []

export function useSavedQueries(table: string) {
  const { region, account } = useWorkspace()
  const [saved, setSaved] = usePreference(`queries.${account}.${region}.${table}`, noQueries)
  return {
    saved,
    save: (query: SavedQuery) => setSaved(withQuery(saved, query)),
    remove: (name: string) => setSaved(saved.filter((query) => query.name !== name)),
  }
}

/** A query of the same name is replaced in its place. */
export function withQuery(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  const at = saved.findIndex(({ name }) => name === query.name)
  return at === -1 ? [...saved, query] : saved.with(at, query)
}

export function useQueryHistory(table: string) {
  const { region, account } = useWorkspace()
  const [ran, setRan] = usePreference(`history.${account}.${region}.${table}`, noHistory)
  return { ran, remember: (query: RanQuery) => setRan(withRan(ran, query)) }
}

/** The latest first, each query once. */
export function withRan(ran: readonly RanQuery[], query: RanQuery): readonly RanQuery[] {
  const text = JSON.stringify(query.state)
  const others = ran.filter(({ state }) => JSON.stringify(state) !== text)
  return [query, ...others].slice(0, rememberedQueriesMax)
}
