/** The request of a builder's state. Names are placeholders always: any of them may be reserved one day. */
import type { ReadSource } from './key-attributes.js'
import { Placeholders } from './placeholders.js'
import type { Filter, ReadState, SortCondition } from './read-state.js'
import type { CodeRequest } from './request.js'

export interface ReadPlace {
  readonly table: string
  readonly source: ReadSource
}

export function readRequest(state: ReadState, { table, source }: ReadPlace): CodeRequest {
  const placeholders = new Placeholders()
  const isQuery = state.kind === 'query'
  const conditions = isQuery ? keyConditions(state, source, placeholders) : []
  const filters = state.filters.map((filter) => filterCondition(filter, placeholders))
  const projection = state.projection.map((path) => placeholders.path(path))
  const input = {
    TableName: table,
    ...(source.index !== undefined && { IndexName: source.index }),
    ...(conditions.length > 0 && { KeyConditionExpression: conditions.join(' AND ') }),
    ...(filters.length > 0 && { FilterExpression: filters.join(' AND ') }),
    ...(projection.length > 0 && { ProjectionExpression: projection.join(', ') }),
    ...placeholders.members(),
    ...(isQuery && state.descending && { ScanIndexForward: false }),
    ...(state.limit !== undefined && { Limit: state.limit }),
    // A global secondary index refuses consistent reads.
    ...(state.consistent && source.kind !== 'global' && { ConsistentRead: true }),
    ReturnConsumedCapacity: 'TOTAL',
  }
  return { operation: isQuery ? 'Query' : 'Scan', input }
}

function keyConditions(
  state: ReadState,
  source: ReadSource,
  placeholders: Placeholders,
): readonly string[] {
  const partition = source.partition.flatMap(({ name }, at) => {
    const value = state.partition[at]
    return value === undefined ? [] : [`${placeholders.name(name)} = ${placeholders.value(value)}`]
  })
  const sort = state.sort.slice(0, source.sort.length).map((condition, at) => {
    return comparison(placeholders.name(source.sort[at]!.name), condition, placeholders)
  })
  return [...partition, ...sort]
}

function comparison(
  subject: string,
  { operator, values }: SortCondition,
  placeholders: Placeholders,
): string {
  const [first, second] = values.map((value) => placeholders.value(value))
  switch (operator) {
    case 'between':
      return `${subject} BETWEEN ${first} AND ${second}`
    case 'begins_with':
      return `begins_with(${subject}, ${first})`
    default:
      return `${subject} ${operator} ${first}`
  }
}

function filterCondition({ path, operator, values }: Filter, placeholders: Placeholders): string {
  const subject = placeholders.path(path)
  const operands = () => values.map((value) => placeholders.value(value))
  switch (operator) {
    case 'exists':
      return `attribute_exists(${subject})`
    case 'not_exists':
      return `attribute_not_exists(${subject})`
    case 'type':
      return `attribute_type(${subject}, ${operands()[0]})`
    case 'contains':
      return `contains(${subject}, ${operands()[0]})`
    case 'not_contains':
      return `NOT contains(${subject}, ${operands()[0]})`
    case 'in':
      return `${subject} IN (${operands().join(', ')})`
    case 'size=':
    case 'size<>':
    case 'size<':
    case 'size<=':
    case 'size>':
    case 'size>=':
      return `size(${subject}) ${operator.slice('size'.length)} ${operands()[0]}`
    case '<>':
      return `${subject} <> ${operands()[0]}`
    default:
      return comparison(subject, { operator, values }, placeholders)
  }
}
