/**
 * A query in an address: `#m=query&ix=GSI1&pk=S:…&sk=begins:S:…&f=[…]`. What a damaged link does not say is
 * left empty; a link never fails.
 */
import {
  emptyRead,
  filterOperators,
  type Filter,
  type FilterOperator,
  type KeyOperator,
  type ReadState,
  type SortCondition,
} from '../../code/read-state.js'
import type { FragmentValues } from '../../routes/fragment.js'
import { readKeyValue, writeKeyValue } from '../../routes/key-value.js'
import type { AttributeValue } from '../../values/attribute-value.js'

const sortNames: Readonly<Record<KeyOperator, string>> = {
  '=': 'eq',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  between: 'between',
  begins_with: 'begins',
}
/** Keys of an index have up to four attributes on each side. */
const places = ['', '2', '3', '4']

/** Every part that a query has; undefined takes it out of the address. */
export function linkOfQuery(state: ReadState): Readonly<Record<string, string | undefined>> {
  const isQuery = state.kind === 'query'
  return {
    m: isQuery ? 'query' : undefined,
    ix: state.index,
    ...numbered('pk', isQuery ? state.partition.map(writeKeyValue) : []),
    ...numbered('sk', isQuery ? state.sort.map(writeCondition) : []),
    f: listText(state.filters.map(writeFilter)),
    p: listText(state.projection),
    l: state.limit === undefined ? undefined : String(state.limit),
    d: state.descending ? '1' : undefined,
    c: state.consistent ? '1' : undefined,
  }
}

export function queryOfLink(values: FragmentValues): ReadState {
  const partition = places.flatMap((place) => known(readKeyValue(values[`pk${place}`] ?? '')))
  const limit = Number(values['l'])
  return {
    ...emptyRead,
    kind: values['m'] === 'query' && partition.length > 0 ? 'query' : 'scan',
    index: values['ix'],
    partition,
    sort: places.flatMap((place) => known(readCondition(values[`sk${place}`] ?? ''))),
    filters: readList(values['f']).flatMap((entry) => known(readFilter(entry))),
    projection: readList(values['p']).filter((name) => typeof name === 'string'),
    limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
    descending: values['d'] === '1',
    consistent: values['c'] === '1',
  }
}

function numbered(
  name: string,
  texts: readonly string[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(places.map((place, at) => [`${name}${place}`, texts[at]]))
}

function known<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}

function writeCondition({ operator, values }: SortCondition): string {
  const texts = values.map(writeKeyValue)
  return `${sortNames[operator]}:${texts.length === 1 ? texts[0] : JSON.stringify(texts)}`
}

function readCondition(text: string): SortCondition | undefined {
  const [, name, rest = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? []
  const operator = Object.entries(sortNames).find(([, each]) => each === name)?.[0]
  if (operator === undefined) return undefined
  const texts = operator === 'between' ? readList(rest) : [rest]
  const values = texts.flatMap((each) => known(readKeyValue(String(each))))
  const wanted = operator === 'between' ? 2 : 1
  return values.length === wanted ? { operator: operator as KeyOperator, values } : undefined
}

function writeFilter({ path, operator, values }: Filter): readonly string[] {
  return [path, operator, ...values.map(writeKeyValue)]
}

function readFilter(entry: unknown): Filter | undefined {
  if (!Array.isArray(entry) || !entry.every((part) => typeof part === 'string')) return undefined
  const [path, operator, ...texts] = entry as readonly string[]
  if (path === undefined || !(filterOperators as readonly unknown[]).includes(operator)) {
    return undefined
  }
  const values = texts.flatMap((text) => known(readAnyValue(text)))
  return { path, operator: operator as FilterOperator, values }
}

function readAnyValue(text: string): AttributeValue | undefined {
  if (text === 'NULL:true') return { NULL: true }
  if (text === 'BOOL:true' || text === 'BOOL:false') return { BOOL: text === 'BOOL:true' }
  return readKeyValue(text)
}

function listText(list: readonly unknown[]): string | undefined {
  return list.length === 0 ? undefined : JSON.stringify(list)
}

function readList(text: string | undefined): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
