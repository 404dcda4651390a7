/**
 * Finds what serves an access pattern. A table or index can, if the pattern's conditions give its whole
 * partition key, directly or through the key templates of the pattern's entity. Of several, the one
 * that filters least is chosen, and the table before its indexes.
 */
import type { AttributeValue } from '../values/attribute-value.js'
import {
  type AccessPattern,
  type Entity,
  keyAttributesOf,
  type ModelIndex,
  type ModelKeyAttribute,
  type ModelTable,
  type PatternCondition,
} from './data-model.js'
import { fillTemplate, parseTemplate, type TemplateValues, variablesOf } from './key-template.js'
import type { PatternPlan, PlannedCondition, ServedPlan } from './pattern-plan.js'
import { sortRangeOf } from './sort-condition.js'
import { indexProjects } from './table-view.js'
import { attributeTypeOf, knownAttributes } from './attribute-types.js'

interface Search {
  readonly table: ModelTable
  readonly pattern: AccessPattern
  readonly entity: Entity | undefined
  /** Fields with one known value. */
  readonly known: TemplateValues
}

type Attempt = ServedPlan | string

export function servePattern(table: ModelTable, pattern: AccessPattern): PatternPlan {
  const search: Search = {
    table,
    pattern,
    entity: table.entities.find(({ name }) => name === pattern.entity),
    known: Object.fromEntries(
      pattern.conditions
        .filter(({ operator, values }) => operator === '=' && values[0] !== undefined)
        .map(({ field, values }) => [field, values[0]!]),
    ),
  }
  const attempts = targetsOf(search).map(
    (index) => [index?.name ?? '', planOn(search, index)] as const,
  )
  const plans = attempts.flatMap(([, plan]) => (typeof plan === 'string' ? [] : [plan]))
  const [best] = plans.toSorted((a, b) => costOf(a) - costOf(b))
  if (best !== undefined) return best
  const reasons = attempts.flatMap(([index, reason]) =>
    typeof reason === 'string' ? [{ index, reason }] : [],
  )
  return { kind: 'unserved', reasons: reasons.length > 0 ? reasons : [noSuchIndex(pattern)] }
}

function noSuchIndex({ via = '' }: AccessPattern): { index: string; reason: string } {
  return { index: via, reason: 'There is no such index.' }
}

function targetsOf({ table, pattern }: Search): readonly (ModelIndex | undefined)[] {
  const all = [undefined, ...table.indexes]
  return pattern.via === undefined ? all : all.filter((each) => (each?.name ?? '') === pattern.via)
}

/** Filters weigh most, then whether the sort key narrows the read; the table's own order stays. */
function costOf({ filters, sort }: ServedPlan): number {
  return filters.length * 2 + (sort === undefined ? 1 : 0)
}

function planOn(search: Search, index: ModelIndex | undefined): Attempt {
  const { pattern } = search
  if (pattern.operation === 'Scan') return scanPlan(search, index)
  if (pattern.operation !== 'Query' && index !== undefined) {
    return `${pattern.operation} is an operation on the table.`
  }
  if (pattern.consistent && index?.kind === 'global') {
    return 'A global index has no strongly consistent reads.'
  }
  const key = index?.key ?? search.table.key
  const partition = keyEquality(search, key.partition)
  if (typeof partition === 'string') return partition
  const sort = key.sort && sortCondition(search, key.sort)
  if (pattern.operation !== 'Query' && key.sort !== undefined && sort?.condition.operator !== '=') {
    return `${pattern.operation} needs the whole key: ${missing(search, key.sort)}.`
  }
  const used = new Set([...partition.uses, ...(sort?.uses ?? [])])
  const rest = pattern.conditions.filter(({ field }) => !used.has(field))
  // What an item is written with is no condition.
  const filters = pattern.operation === 'Query' ? filtersOf(search, index, rest) : []
  if (typeof filters === 'string') return filters
  return {
    kind: 'served',
    operation: pattern.operation,
    ...(index === undefined ? {} : { index: index.name }),
    partition: partition.condition,
    ...(sort === undefined ? {} : { sort: sort.condition }),
    filters,
    notes: notesOn(search, index, filters),
  }
}

function scanPlan(search: Search, index: ModelIndex | undefined): Attempt {
  if (search.pattern.consistent && index?.kind === 'global') {
    return 'A global index has no strongly consistent reads.'
  }
  const filters = filtersOf(search, index, search.pattern.conditions, true)
  if (typeof filters === 'string') return filters
  return {
    kind: 'served',
    operation: 'Scan',
    ...(index === undefined ? {} : { index: index.name }),
    filters,
    notes: [`Reads every item of the ${index === undefined ? 'table' : 'index'}.`],
  }
}

interface KeyPlan {
  readonly condition: PlannedCondition
  readonly uses: readonly string[]
}

function keyEquality(search: Search, key: ModelKeyAttribute): KeyPlan | string {
  const direct = search.known[key.name]
  if (direct !== undefined) return keyPlan(key, '=', [direct], [key.name])
  const source = search.entity?.templates[key.name]
  if (source === undefined) return `${missing(search, key)}.`
  const template = parseTemplate(source)
  const text = fillTemplate(template, search.known)
  if (text === undefined) return `${missing(search, key)}.`
  return keyPlan(key, '=', [text], variablesOf(template))
}

function missing({ entity, known }: Search, key: ModelKeyAttribute): string {
  const source = entity?.templates[key.name]
  if (source === undefined) {
    return entity === undefined
      ? `no condition gives ${key.name}`
      : `no condition gives ${key.name}, and ${entity.name} has no template for it`
  }
  const unknown = variablesOf(parseTemplate(source)).filter((name) => known[name] === undefined)
  return `${key.name} is ${source}, and ${unknown.join(' and ')} ${unknown.length > 1 ? 'are' : 'is'} not known`
}

function sortCondition(search: Search, key: ModelKeyAttribute): KeyPlan | undefined {
  const direct = search.pattern.conditions.find(({ field }) => field === key.name)
  if (direct !== undefined) return keyPlan(key, direct.operator, direct.values, [key.name])
  const source = search.entity?.templates[key.name]
  if (source === undefined || source === '') return undefined
  const range = sortRangeOf(parseTemplate(source), search.known, search.pattern.conditions)
  return range && keyPlan(key, range.operator, range.texts, range.uses)
}

function keyPlan(
  { name, type }: ModelKeyAttribute,
  operator: PlannedCondition['operator'],
  texts: readonly string[],
  uses: readonly string[],
): KeyPlan {
  const values = texts.map((text) => ({ [type]: text }) as unknown as AttributeValue)
  return { condition: { attribute: name, operator, values }, uses }
}

function filtersOf(
  { table }: Search,
  index: ModelIndex | undefined,
  conditions: readonly PatternCondition[],
  scans = false,
): readonly PlannedCondition[] | string {
  const attributes = knownAttributes(table)
  const keys = keyAttributesOf(index?.key ?? table.key).map(({ name }) => name)
  const filters: PlannedCondition[] = []
  for (const { field, operator, values } of conditions) {
    if (!attributes.has(field)) return `no attribute holds ${field}, so nothing can filter by it.`
    if (!scans && keys.includes(field)) return `${field} is a key: a query cannot filter by it.`
    if (!indexProjects(table, index, field)) return `the index does not have ${field}.`
    const type = attributeTypeOf(table, field)
    filters.push({
      attribute: field,
      operator,
      values: values.map((text) => ({ [type]: text }) as unknown as AttributeValue),
    })
  }
  return filters
}

function notesOn(
  { entity }: Search,
  index: ModelIndex | undefined,
  filters: readonly PlannedCondition[],
): readonly string[] {
  const notes: string[] = []
  if (filters.length > 0) {
    const names = filters.map(({ attribute }) => attribute).join(' and ')
    notes.push(`Reads more than it returns: ${names} is checked after the read.`)
  }
  if (index !== undefined && index.projection.kind !== 'ALL') {
    const lacking = (entity?.attributes ?? []).filter(
      (name) => !index.projection.attributes.includes(name),
    )
    if (lacking.length > 0) notes.push(`The index does not have ${lacking.join(', ')}.`)
  }
  return notes
}
