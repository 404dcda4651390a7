/** Saved queries as a file, for somebody else or another browser. */
import { emptyRead, type ReadState } from '../../code/read-state.js'
import { linkOfQuery, queryOfLink } from './query-link.js'
import { withQuery, type SavedQuery } from './query-lists.js'

/** Each query as its link has it: one form to read, and one that never fails. */
interface QueryFile {
  readonly savedQueries: readonly { readonly name: string; readonly query: object }[]
}

export function writeQueryFile(saved: readonly SavedQuery[]): string {
  const file: QueryFile = {
    savedQueries: saved.map(({ name, state }) => ({ name, query: linkOfQuery(state) })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Those of the file in place of ones with the same name; undefined if it has none. */
export function withQueriesOf(
  saved: readonly SavedQuery[],
  text: string,
): readonly SavedQuery[] | undefined {
  const found = queriesOf(text)
  return found.length === 0 ? undefined : found.reduce(withQuery, saved)
}

function queriesOf(text: string): readonly SavedQuery[] {
  try {
    const { savedQueries } = JSON.parse(text) as Partial<QueryFile>
    return (Array.isArray(savedQueries) ? (savedQueries as readonly unknown[]) : []).flatMap(
      queryOf,
    )
  } catch {
    return []
  }
}

function queryOf(entry: unknown): readonly SavedQuery[] {
  const { name, query } = (entry ?? {}) as { readonly name?: unknown; readonly query?: unknown }
  if (typeof name !== 'string' || name === '') return []
  return [{ name, state: stateOf(query) }]
}

function stateOf(query: unknown): ReadState {
  if (typeof query !== 'object' || query === null) return emptyRead
  const texts = Object.entries(query).filter(([, value]) => typeof value === 'string')
  return queryOfLink(Object.fromEntries(texts))
}
