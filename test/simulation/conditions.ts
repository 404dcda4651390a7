/**
 * Conditions of the independent model: a tree, its meaning for an item, and its text. Shares
 * nothing with `src/expressions/`, which it checks.
 */
import type { Placeholders } from './placeholders.js'
import { areEqual, bytesOf, compare, typeOf, type Document, type Value } from './values.js'

/** Names and list positions. */
export type Path = readonly (string | number)[]

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'size'; readonly path: Path }

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

export type Condition =
  | { readonly kind: 'compare'; readonly by: Comparator; readonly sides: readonly Operand[] }
  | { readonly kind: 'between'; readonly operands: readonly Operand[] }
  | { readonly kind: 'in'; readonly operands: readonly Operand[] }
  | { readonly kind: 'exists' | 'missing'; readonly path: Path }
  | { readonly kind: 'type'; readonly path: Path; readonly type: string }
  | { readonly kind: 'begins' | 'contains'; readonly path: Path; readonly operand: Operand }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }

export function isTrue(condition: Condition, item: Document): boolean {
  switch (condition.kind) {
    case 'compare': {
      const [left, right] = condition.sides.map((side) => valueOf(side, item))
      return compares(condition.by, left, right)
    }
    case 'between': {
      const [value, low, high] = condition.operands.map((operand) => valueOf(operand, item))
      return compares('>=', value, low) && compares('<=', value, high)
    }
    case 'in': {
      const [value, ...others] = condition.operands.map((operand) => valueOf(operand, item))
      return others.some((other) => compares('=', value, other))
    }
    case 'exists':
      return find(item, condition.path) !== undefined
    case 'missing':
      return find(item, condition.path) === undefined
    case 'type': {
      const value = find(item, condition.path)
      return value !== undefined && typeOf(value) === condition.type
    }
    case 'begins':
      return begins(find(item, condition.path), valueOf(condition.operand, item))
    case 'contains':
      return contains(find(item, condition.path), valueOf(condition.operand, item))
    case 'and':
      return condition.parts.every((part) => isTrue(part, item))
    case 'or':
      return condition.parts.some((part) => isTrue(part, item))
    case 'not':
      return !isTrue(condition.part, item)
  }
}

/** Follows a path into an item. */
export function find(item: Document, path: Path): Value | undefined {
  let value: Value | undefined = { M: item }
  for (const step of path) {
    value = typeof step === 'number' ? value?.L?.[step] : ownMember(value?.M, step)
  }
  return value
}

function ownMember(map: Document | undefined, name: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
}

function valueOf(operand: Operand, item: Document): Value | undefined {
  if (operand.kind === 'value') return operand.value
  const value = find(item, operand.path)
  return operand.kind === 'size' && value !== undefined ? sizeOf(value) : value
}

function sizeOf(value: Value): Value | undefined {
  // AWS: a string's size is its length in Java, in UTF-16 units.
  if (value.S !== undefined) return { N: String(value.S.length) }
  if (value.B !== undefined) return { N: String(bytesOf(value).length) }
  if (value.M !== undefined) return { N: String(Object.keys(value.M).length) }
  const list = value.L ?? value.SS ?? value.NS ?? value.BS
  return list === undefined ? undefined : { N: String(list.length) }
}

function compares(by: Comparator, left: Value | undefined, right: Value | undefined): boolean {
  const known = left !== undefined && right !== undefined
  // AWS: a missing attribute differs from everything, and is neither less nor greater than
  // anything.
  if (by === '<>') return !known || !areEqual(left, right)
  if (!known) return false
  if (by === '=') return areEqual(left, right)
  const order = compare(left, right)
  if (order === undefined) return false
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[by]
}

function begins(value: Value | undefined, start: Value | undefined): boolean {
  if (value === undefined || start === undefined || typeOf(value) !== typeOf(start)) return false
  if (value.S === undefined && value.B === undefined) return false
  const prefix = bytesOf(start)
  return bytesOf(value).subarray(0, prefix.length).equals(prefix)
}

function contains(value: Value | undefined, part: Value | undefined): boolean {
  if (value === undefined || part === undefined) return false
  const type = typeOf(part)
  if (typeOf(value) === type && (type === 'S' || type === 'B')) {
    return bytesOf(value).includes(bytesOf(part))
  }
  return elementsOf(value).some((element) => areEqual(element, part))
}

function elementsOf(value: Value): readonly Value[] {
  if (value.SS !== undefined) return value.SS.map((S) => ({ S }))
  if (value.NS !== undefined) return value.NS.map((N) => ({ N }))
  if (value.BS !== undefined) return value.BS.map((B) => ({ B }))
  return value.L ?? []
}

/** The condition as an expression, without redundant parentheses, which are refused. */
export function write(condition: Condition, placeholders: Placeholders): string {
  const path = (steps: Path): string => placeholders.path(steps)
  const operand = (of: Operand): string => writeOperand(of, placeholders)
  switch (condition.kind) {
    case 'compare':
      return condition.sides.map(operand).join(` ${condition.by} `)
    case 'between': {
      const [value, low, high] = condition.operands.map(operand)
      return `${value} BETWEEN ${low} AND ${high}`
    }
    case 'in': {
      const [value, ...others] = condition.operands.map(operand)
      return `${value} IN (${others.join(', ')})`
    }
    case 'exists':
      return `attribute_exists(${path(condition.path)})`
    case 'missing':
      return `attribute_not_exists(${path(condition.path)})`
    case 'type':
      return `attribute_type(${path(condition.path)}, ${placeholders.value({ S: condition.type })})`
    case 'begins':
      return `begins_with(${path(condition.path)}, ${operand(condition.operand)})`
    case 'contains':
      return `contains(${path(condition.path)}, ${operand(condition.operand)})`
    case 'and':
      return condition.parts.map((part) => writeWithin(part, ['or'], placeholders)).join(' AND ')
    case 'or':
      return condition.parts.map((part) => write(part, placeholders)).join(' OR ')
    case 'not':
      return `NOT ${writeWithin(condition.part, ['and', 'or'], placeholders)}`
  }
}

function writeWithin(
  condition: Condition,
  weaker: readonly Condition['kind'][],
  placeholders: Placeholders,
): string {
  const text = write(condition, placeholders)
  return weaker.includes(condition.kind) ? `(${text})` : text
}

export function writeOperand(operand: Operand, placeholders: Placeholders): string {
  if (operand.kind === 'value') return placeholders.value(operand.value)
  const path = placeholders.path(operand.path)
  return operand.kind === 'size' ? `size(${path})` : path
}
