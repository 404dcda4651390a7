/** What was found as rows of a grid: the score stands before the attributes. */
import type { Item } from '../../values/attribute-value.js'
import type { FoundItem } from './use-search.js'

export interface ScoredRows {
  readonly scoreColumn: string
  readonly items: readonly Item[]
}

/** An item may have an attribute of any name, so the column's name makes room for it. */
export function scoredRows(found: readonly FoundItem[]): ScoredRows {
  let scoreColumn = 'score'
  while (found.some(({ item }) => Object.hasOwn(item, scoreColumn)))
    scoreColumn = `(${scoreColumn})`
  return {
    scoreColumn,
    items: found.map(({ item, score }) => ({ [scoreColumn]: { N: String(score) }, ...item })),
  }
}
