/** A query in a few words, for menus. */
import type { ReadSource } from '../../code/key-attributes.js'
import type { Filter, ReadState, SortCondition } from '../../code/read-state.js'
import { printValue } from '../../values/print-value.js'

export function describeQuery(state: ReadState, sources: readonly ReadSource[]): string {
  const source = sources.find(({ index }) => index === state.index)
  const place = state.index ?? 'table'
  const filters = state.filters.map(filterWords)
  if (state.kind === 'scan') return [`Scan ${place}`, ...filters].join(', ')
  const partition = state.partition.map(
    (value, at) => `${source?.partition[at]?.name ?? 'key'} = ${printValue(value, 40)}`,
  )
  const sort = state.sort.map((condition, at) =>
    conditionWords(source?.sort[at]?.name ?? 'sort key', condition),
  )
  return [`Query ${place}: ${[...partition, ...sort].join(', ')}`, ...filters].join(', ')
}

function conditionWords(name: string, { operator, values }: SortCondition | Filter): string {
  return `${name} ${operatorLabel(operator)} ${values.map((value) => printValue(value, 40)).join(' and ')}`.trim()
}

function filterWords(filter: Filter): string {
  return conditionWords(filter.path, filter)
}

const labels: Readonly<Record<string, string>> = {
  begins_with: 'begins with',
  not_contains: 'does not contain',
  in: 'is one of',
  exists: 'exists',
  not_exists: 'does not exist',
  type: 'has type',
}

export function operatorLabel(operator: string): string {
  return labels[operator] ?? operator.replace(/^size/, 'size ')
}
