/** A query while it is typed: values may still be empty. What is settled of it can be run. */
import type { ReadSource, ScalarType } from '../../code/key-attributes.js'
import {
  operandsOf,
  type Filter,
  type ReadState,
  type SortCondition,
} from '../../code/read-state.js'
import type { AttributeValue } from '../../values/attribute-value.js'

export function scalar(type: ScalarType, text: string): AttributeValue {
  if (type === 'N') return { N: text }
  return type === 'B' ? { B: text } : { S: text }
}

export function scalarText(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : ''
}

/** Sets a value of the partition key. A whole partition key makes a query of a scan, an incomplete one a scan. */
export function withPartition(
  draft: ReadState,
  source: ReadSource,
  place: number,
  text: string,
): ReadState {
  const partition = source.partition.map(({ type }, at) =>
    scalar(type, at === place ? text : scalarText(draft.partition[at])),
  )
  const isWhole = partition.every((value) => scalarText(value) !== '')
  return { ...draft, partition, kind: isWhole ? 'query' : 'scan' }
}

export function withSort(draft: ReadState, place: number, condition: SortCondition): ReadState {
  const sort = [...draft.sort.slice(0, place), condition, ...draft.sort.slice(place + 1)]
  return { ...draft, sort }
}

/** Another table or index has other keys; values of the same attributes are kept. */
export function withSource(
  draft: ReadState,
  from: ReadSource | undefined,
  to: ReadSource,
): ReadState {
  const partition = to.partition.map(({ name, type }) => {
    const at = from?.partition.findIndex((key) => key.name === name) ?? -1
    return at === -1 ? scalar(type, '') : (draft.partition[at] ?? scalar(type, ''))
  })
  const isWhole = partition.every((value) => scalarText(value) !== '')
  const kind = draft.kind === 'query' && isWhole ? 'query' : 'scan'
  return { ...draft, index: to.index, partition, sort: [], kind }
}

/** What can be run: without conditions and filters that are not finished. */
export function settledQuery(draft: ReadState, source: ReadSource): ReadState {
  const isWhole =
    source.partition.length > 0 &&
    source.partition.every((_, at) => scalarText(draft.partition[at]) !== '')
  const open = draft.sort.findIndex((condition) => !isFinished(condition.values))
  const finished = open === -1 ? draft.sort : draft.sort.slice(0, open)
  const firstRange = finished.findIndex(({ operator }) => operator !== '=')
  const sort = firstRange === -1 ? finished : finished.slice(0, firstRange + 1)
  const isQuery = draft.kind === 'query' && isWhole
  return {
    ...draft,
    kind: isQuery ? 'query' : 'scan',
    partition: isQuery ? draft.partition.slice(0, source.partition.length) : [],
    sort: isQuery ? sort.slice(0, source.sort.length) : [],
    filters: draft.filters.filter(isFinishedFilter),
    projection: draft.projection.filter((path) => path !== ''),
  }
}

function isFinished(values: readonly AttributeValue[]): boolean {
  return values.length > 0 && values.every((value) => scalarText(value) !== '')
}

function isFinishedFilter({ path, operator, values }: Filter): boolean {
  const wanted = operandsOf(operator)
  return path !== '' && (wanted === 'any' ? values.length > 0 : values.length === wanted)
}

/** The filter with as many values as its operator takes. */
export function withOperator(filter: Filter, operator: Filter['operator']): Filter {
  const wanted = operandsOf(operator)
  const first: AttributeValue = operator.startsWith('size') ? { N: '' } : { S: '' }
  const isSizeChange = operator.startsWith('size') !== filter.operator.startsWith('size')
  const values = isSizeChange ? [] : filter.values
  if (wanted === 'any') return { ...filter, operator, values: values.length > 0 ? values : [first] }
  const filled = [...values, ...Array.from({ length: wanted }, () => values[0] ?? first)]
  return { ...filter, operator, values: filled.slice(0, wanted) }
}
