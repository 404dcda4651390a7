/**
 * Random key conditions: equality on hash attributes, range attributes from left to right, the last
 * with any operator.
 */
import { below, oneOf, type Chance } from '../support/chance.js'
import { isTrue, write, type Comparator, type Condition, type Operand } from './conditions.js'
import type { Source } from './paging-table.js'
import type { Placeholders } from './placeholders.js'
import { bytesOf, compare, type Document, type Value } from './values.js'

/** A condition that `item` meets at least in its hash attributes. */
export function randomKeyCondition(
  chance: Chance,
  source: Source,
  item: Document,
  other: Document,
): readonly Condition[] {
  const equal = (name: string): Condition => comparison(name, '=', item[name]!)
  const used = source.range.slice(0, below(chance, source.range.length + 1))
  const last = used.at(-1)
  const bounds = last === undefined ? [] : [randomBound(chance, last, item[last]!, other[last]!)]
  return [...source.hash.map(equal), ...used.slice(0, -1).map(equal), ...bounds]
}

export function meets(conditions: readonly Condition[], item: Document): boolean {
  return conditions.every((condition) => isTrue(condition, item))
}

/**
 * AWS: a query by a table's whole key finds at most one item, so it has no key to continue from.
 */
export function findsOneAtMost(source: Source, conditions: readonly Condition[]): boolean {
  const equalities = conditions.filter(
    (condition) => condition.kind === 'compare' && condition.by === '=',
  )
  const keyParts = source.hash.length + source.range.length
  return source.indexName === undefined && equalities.length === keyParts
}

export function writeKeyCondition(
  conditions: readonly Condition[],
  placeholders: Placeholders,
): string {
  return conditions.map((condition) => write(condition, placeholders)).join(' AND ')
}

function randomBound(chance: Chance, name: string, value: Value, other: Value): Condition {
  const comparators: readonly Comparator[] = ['=', '<', '<=', '>', '>=']
  const choice = below(chance, 4)
  if (choice === 0) {
    const bounds = compare(value, other)! <= 0 ? [value, other] : [other, value]
    return { kind: 'between', operands: [path(name), ...bounds.map(constant)] }
  }
  if (choice === 1 && value.N === undefined) {
    return { kind: 'begins', path: [name], operand: constant(prefixOf(chance, value)) }
  }
  return comparison(name, oneOf(chance, comparators), value)
}

const path = (name: string): Operand => ({ kind: 'path', path: [name] })
const constant = (value: Value): Operand => ({ kind: 'value', value })

function comparison(name: string, by: Comparator, value: Value): Condition {
  return { kind: 'compare', by, sides: [path(name), constant(value)] }
}

function prefixOf(chance: Chance, value: Value): Value {
  if (value.S !== undefined) {
    const letters = [...value.S]
    return { S: letters.slice(0, 1 + below(chance, letters.length)).join('') }
  }
  const bytes = bytesOf(value)
  return { B: bytes.subarray(0, 1 + below(chance, bytes.length)).toString('base64') }
}
