/** Lists of queries: those that people keep, and those they ran lately. */
import type { ReadState } from '../../code/read-state.js'
import { rememberedQueriesMax } from './limits.js'

export interface SavedQuery {
  readonly name: string
  readonly state: ReadState
}

export interface RanQuery {
  readonly at: number
  readonly state: ReadState
}

/** A query of the same name is replaced in its place. */
export function withQuery(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  const at = saved.findIndex(({ name }) => name === query.name)
  return at === -1 ? [...saved, query] : saved.with(at, query)
}

/** The latest first, each query once. */
export function withRan(ran: readonly RanQuery[], query: RanQuery): readonly RanQuery[] {
  const text = JSON.stringify(query.state)
  const others = ran.filter(({ state }) => JSON.stringify(state) !== text)
  return [query, ...others].slice(0, rememberedQueriesMax)
}
