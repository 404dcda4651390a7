/** An access pattern as the request that carries it out. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { attributeTypeOf, knownAttributes } from './attribute-types.js'
import type { AccessPattern, ModelTable } from './data-model.js'
import { itemKeyOf } from './data-model.js'
import type { PlannedCondition, ServedPlan } from './pattern-plan.js'

export interface PatternRequest {
  readonly operation: AccessPattern['operation']
  readonly input: { readonly TableName: string } & Readonly<Record<string, unknown>>
}

export function patternRequestOf(
  table: ModelTable,
  pattern: AccessPattern,
  plan: ServedPlan,
): PatternRequest {
  const base = { TableName: table.name, ReturnConsumedCapacity: 'TOTAL' }
  switch (plan.operation) {
    case 'GetItem':
      return {
        operation: 'GetItem',
        input: { ...base, Key: keyOf(plan), ...consistency(pattern) },
      }
    case 'PutItem':
      return { operation: 'PutItem', input: { ...base, Item: writtenItem(table, pattern, plan) } }
    case 'DeleteItem':
      return { operation: 'DeleteItem', input: { ...base, Key: keyOf(plan) } }
    case 'UpdateItem':
      return { operation: 'UpdateItem', input: { ...base, ...updateOf(table, pattern, plan) } }
    case 'Query':
    case 'Scan':
      return { operation: plan.operation, input: { ...base, ...readOf(pattern, plan) } }
  }
}

/** The item that a write leaves: the sample with this key, with what the conditions say. */
export function writtenItem(table: ModelTable, pattern: AccessPattern, plan: ServedPlan): Item {
  const key = keyOf(plan)
  const itemKey = itemKeyOf(table.key, key)
  const sample = table.samples.find((item) => itemKeyOf(table.key, item) === itemKey)
  return { ...sample, ...key, ...writtenAttributes(table, pattern, plan) }
}

function writtenAttributes(table: ModelTable, pattern: AccessPattern, plan: ServedPlan): Item {
  const attributes = knownAttributes(table)
  const key = keyOf(plan)
  const written = pattern.conditions
    .filter(({ field, operator }) => operator === '=' && attributes.has(field))
    .filter(({ field }) => !Object.hasOwn(key, field))
    .map(({ field, values: [text = ''] }) => [field, { [attributeTypeOf(table, field)]: text }])
  return Object.fromEntries(written) as Item
}

function keyOf({ partition, sort }: ServedPlan): Item {
  const conditions = [partition, sort].filter((each) => each !== undefined)
  return Object.fromEntries(conditions.map(({ attribute, values }) => [attribute, values[0]!]))
}

function consistency({ consistent }: AccessPattern): Readonly<Record<string, unknown>> {
  return consistent ? { ConsistentRead: true } : {}
}

function readOf(pattern: AccessPattern, plan: ServedPlan): Readonly<Record<string, unknown>> {
  const expressions = new Expressions()
  const keys = [plan.partition, plan.sort].filter((each) => each !== undefined)
  return {
    ...(plan.index === undefined ? {} : { IndexName: plan.index }),
    ...(keys.length === 0 ? {} : { KeyConditionExpression: expressions.all(keys) }),
    ...(plan.filters.length === 0 ? {} : { FilterExpression: expressions.all(plan.filters) }),
    ...expressions.members(),
    ...(pattern.descending && plan.operation === 'Query' ? { ScanIndexForward: false } : {}),
    ...(pattern.limit === undefined ? {} : { Limit: pattern.limit }),
    ...consistency(pattern),
  }
}

function updateOf(
  table: ModelTable,
  pattern: AccessPattern,
  plan: ServedPlan,
): Readonly<Record<string, unknown>> {
  const written = Object.entries(writtenAttributes(table, pattern, plan))
  const expressions = new Expressions()
  const sets = written.map(
    ([name, value]) => `${expressions.name(name)} = ${expressions.value(value)}`,
  )
  return {
    Key: keyOf(plan),
    ...(sets.length === 0 ? {} : { UpdateExpression: `SET ${sets.join(', ')}` }),
    ...expressions.members(),
  }
}

/** Names and values of the expressions of one request. */
class Expressions {
  readonly #names: string[] = []
  readonly #values: AttributeValue[] = []

  name(attribute: string): string {
    if (!this.#names.includes(attribute)) this.#names.push(attribute)
    return `#n${this.#names.indexOf(attribute)}`
  }

  value(value: AttributeValue): string {
    this.#values.push(value)
    return `:v${this.#values.length - 1}`
  }

  all(conditions: readonly PlannedCondition[]): string {
    return conditions.map((each) => this.#condition(each)).join(' AND ')
  }

  members(): Readonly<Record<string, unknown>> {
    const names = this.#names.map((name, i) => [`#n${i}`, name])
    const values = this.#values.map((value, i) => [`:v${i}`, value])
    return {
      ...(names.length === 0
        ? {}
        : { ExpressionAttributeNames: Object.fromEntries(names) as unknown }),
      ...(values.length === 0
        ? {}
        : { ExpressionAttributeValues: Object.fromEntries(values) as unknown }),
    }
  }

  #condition({ attribute, operator, values }: PlannedCondition): string {
    const name = this.name(attribute)
    const [low, high] = values.map((value) => this.value(value))
    if (operator === 'begins_with') return `begins_with(${name}, ${low})`
    if (operator === 'between') return `${name} BETWEEN ${low} AND ${high}`
    return `${name} ${operator} ${low}`
  }
}
