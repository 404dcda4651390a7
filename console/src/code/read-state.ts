/**
 * What the query builder holds: a Scan or a Query as people put it together. Values are typed from the
 * start, numbers as their text. `readRequest` makes the request of it.
 */
import type { AttributeValue } from '../values/attribute-value.js'

export const keyOperators = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const
export type KeyOperator = (typeof keyOperators)[number]

export const filterOperators = [
  ...['=', '<>', '<', '<=', '>', '>=', 'between', 'begins_with'],
  ...['contains', 'not_contains', 'in', 'exists', 'not_exists', 'type'],
  ...['size=', 'size<>', 'size<', 'size<=', 'size>', 'size>='],
] as const
export type FilterOperator =
  | KeyOperator
  | '<>'
  | 'contains'
  | 'not_contains'
  | 'in'
  | 'exists'
  | 'not_exists'
  | 'type'
  | `size${'=' | '<>' | '<' | '<=' | '>' | '>='}`

export interface SortCondition {
  readonly operator: KeyOperator
  /** Two for `between`, else one. */
  readonly values: readonly AttributeValue[]
}

export interface Filter {
  /** A document path: `address.city`, `tags[0]`, `"a.b"` for a name with a dot. */
  readonly path: string
  readonly operator: FilterOperator
  readonly values: readonly AttributeValue[]
}

export interface ReadState {
  readonly kind: 'scan' | 'query'
  readonly index?: string | undefined
  /** A value for each partition key attribute, in the order of the key schema. */
  readonly partition: readonly AttributeValue[]
  /** For the sort key attributes from the left; all but the last are equalities. */
  readonly sort: readonly SortCondition[]
  readonly filters: readonly Filter[]
  /** Attributes to return; none means all. */
  readonly projection: readonly string[]
  /** Items that one request reads. */
  readonly limit?: number | undefined
  readonly descending: boolean
  readonly consistent: boolean
}

export const emptyRead: ReadState = {
  kind: 'scan',
  partition: [],
  sort: [],
  filters: [],
  projection: [],
  descending: false,
  consistent: false,
}

/** How many values an operator takes; `in` takes any number from one. */
export function operandsOf(operator: FilterOperator): number | 'any' {
  switch (operator) {
    case 'between':
      return 2
    case 'in':
      return 'any'
    case 'exists':
    case 'not_exists':
      return 0
    default:
      return 1
  }
}
