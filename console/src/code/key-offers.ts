/**
 * Filters that could be key conditions: a filter is applied to what was read, and paid for; a key
 * condition decides what is read.
 */
import type { ReadSource } from './key-attributes.js'
import { keyOperators, type Filter, type KeyOperator, type ReadState } from './read-state.js'

export interface KeyOffer {
  /** As the builder shows it: `Query on ByYear by Year`. */
  readonly label: string
  readonly state: ReadState
}

/** The best offer, if any: the present source first, then the table, then its indexes. */
export function keyOfferOf(state: ReadState, sources: readonly ReadSource[]): KeyOffer | undefined {
  const present = sources.find(({ index }) => index === state.index)
  if (present === undefined) return undefined
  if (state.kind === 'query') return sortOffer(state, present)
  const [offer] = [present, ...sources.filter((source) => source !== present)].flatMap((source) => {
    const made = partitionOffer(state, source)
    return made === undefined ? [] : [made]
  })
  return offer
}

function partitionOffer(state: ReadState, source: ReadSource): KeyOffer | undefined {
  const used = source.partition.map(({ name, type }) =>
    state.filters.find(
      ({ path, operator, values }) =>
        path === name && operator === '=' && values[0] !== undefined && type in values[0],
    ),
  )
  if (used.length === 0 || used.some((filter) => filter === undefined)) return undefined
  const partition = used.map((filter) => filter!.values[0]!)
  const query: ReadState = {
    ...state,
    kind: 'query',
    index: source.index,
    partition,
    sort: [],
    filters: state.filters.filter((filter) => !used.includes(filter)),
  }
  const names = source.partition.map(({ name }) => name).join(', ')
  const place = source.index === undefined ? 'the table' : source.index
  return {
    label: `Query on ${place} by ${names}`,
    state: sortOffer(query, source)?.state ?? query,
  }
}

function sortOffer(state: ReadState, source: ReadSource): KeyOffer | undefined {
  const next = source.sort[state.sort.length]
  if (next === undefined || state.sort.some(({ operator }) => operator !== '=')) return undefined
  const filter = state.filters.find((candidate) => isKeyCondition(candidate, next))
  if (filter === undefined) return undefined
  return {
    label: `Use the filter on ${next.name} as a key condition`,
    state: {
      ...state,
      sort: [...state.sort, { operator: filter.operator as KeyOperator, values: filter.values }],
      filters: state.filters.filter((other) => other !== filter),
    },
  }
}

function isKeyCondition(
  { path, operator, values }: Filter,
  key: { readonly name: string; readonly type: string },
): boolean {
  return (
    path === key.name &&
    (keyOperators as readonly string[]).includes(operator) &&
    values.length > 0 &&
    values.every((value) => key.type in value)
  )
}
