/** Parameters of a saved query: `{{customer}}` in a value is asked for on each run. */
import type { AttributeValue } from '../../values/attribute-value.js'
import type { ReadState } from '../../code/read-state.js'

const parameter = /\{\{\s*([\w -]+?)\s*\}\}/g

/** The names in a query, each once. */
export function parametersOf(state: ReadState): readonly string[] {
  const names = new Set<string>()
  mapValues(state, (value) => {
    for (const [, name] of textOf(value).matchAll(parameter)) names.add(name!)
    return value
  })
  return [...names]
}

export function withParameters(
  state: ReadState,
  given: Readonly<Record<string, string>>,
): ReadState {
  return mapValues(state, (value) => {
    const text = textOf(value).replace(parameter, (whole, name: string) => given[name] ?? whole)
    if ('S' in value) return { S: text }
    if ('N' in value) return { N: text.trim() }
    return 'B' in value ? { B: text.trim() } : value
  })
}

function textOf(value: AttributeValue): string {
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : ''
}

function mapValues(state: ReadState, change: (value: AttributeValue) => AttributeValue): ReadState {
  return {
    ...state,
    partition: state.partition.map(change),
    sort: state.sort.map((condition) => ({ ...condition, values: condition.values.map(change) })),
    filters: state.filters.map((filter) => ({ ...filter, values: filter.values.map(change) })),
  }
}
