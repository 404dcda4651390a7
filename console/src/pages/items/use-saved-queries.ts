/** Queries that people keep, by table, in this browser; and those they ran lately. */
import { usePreference } from '../../frame/preferences.js'
import { useWorkspace } from '../../frame/workspace.js'
import { withQuery, withRan, type RanQuery, type SavedQuery } from './query-lists.js'

const noQueries: readonly SavedQuery[] = []
const noHistory: readonly RanQuery[] = []

export function useSavedQueries(table: string) {
  const { region, account } = useWorkspace()
  const [saved, setSaved] = usePreference(`queries.${account}.${region}.${table}`, noQueries)
  return {
    saved,
    save: (query: SavedQuery) => setSaved(withQuery(saved, query)),
    replaceAll: (queries: readonly SavedQuery[]) => setSaved(queries),
    remove: (name: string) => setSaved(saved.filter((query) => query.name !== name)),
  }
}

export function useQueryHistory(table: string) {
  const { region, account } = useWorkspace()
  const [ran, setRan] = usePreference(`history.${account}.${region}.${table}`, noHistory)
  return { ran, remember: (query: RanQuery) => setRan(withRan(ran, query)) }
}
