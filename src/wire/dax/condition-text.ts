/**
 * Conditions, filters and key conditions as text. Parentheses are written only where the tree needs them, because
 * the service refuses redundant ones.
 */
import type { CborValue } from '../cbor/cbor-value.js'
import { nodeOf, opcodes, readTree, type ExpressionTree } from './expression-tree.js'
import { malformed, requireList } from './malformed.js'
import type { Placeholders } from './placeholders.js'

const comparators: ReadonlyMap<number, string> = new Map([
  [opcodes.equal, '='],
  [opcodes.notEqual, '<>'],
  [opcodes.less, '<'],
  [opcodes.greaterOrEqual, '>='],
  [opcodes.greater, '>'],
  [opcodes.lessOrEqual, '<='],
])

/** Functions that are conditions, by opcode: their name and how many operands they have. */
const functions: ReadonlyMap<number, readonly [string, number]> = new Map([
  [opcodes.attributeExists, ['attribute_exists', 1]],
  [opcodes.attributeNotExists, ['attribute_not_exists', 1]],
  [opcodes.attributeType, ['attribute_type', 2]],
  [opcodes.beginsWith, ['begins_with', 2]],
  [opcodes.contains, ['contains', 2]],
])

/** How closely operators bind. */
const [orBinding, andBinding, notBinding] = [1, 2, 3] as const

export function conditionText(bytes: Buffer, placeholders: Placeholders): string {
  const tree = readTree(bytes, placeholders)
  return conditionAt(tree, tree.tree, orBinding)
}

function conditionAt(tree: ExpressionTree, value: CborValue, binding: number): string {
  const { opcode } = nodeOf(value)
  switch (opcode) {
    case opcodes.or:
      return enclosed(chainText(tree, value, orBinding, ' OR '), orBinding < binding)
    case opcodes.and:
      return enclosed(chainText(tree, value, andBinding, ' AND '), andBinding < binding)
    case opcodes.not: {
      const [inner] = nodeOf(value, 1).operands
      return enclosed(`NOT ${conditionAt(tree, inner, notBinding)}`, notBinding < binding)
    }
    default:
      return leafText(tree, value)
  }
}

function chainText(
  tree: ExpressionTree,
  value: CborValue,
  binding: number,
  operator: string,
): string {
  const [left, right] = nodeOf(value, 2).operands
  return `${conditionAt(tree, left, binding)}${operator}${conditionAt(tree, right, binding)}`
}

function enclosed(text: string, isEnclosed: boolean): string {
  return isEnclosed ? `(${text})` : text
}

function leafText(tree: ExpressionTree, value: CborValue): string {
  const { opcode } = nodeOf(value)
  const comparator = comparators.get(opcode)
  if (comparator !== undefined) {
    const [left, right] = nodeOf(value, 2).operands
    return `${operandText(tree, left)} ${comparator} ${operandText(tree, right)}`
  }
  if (opcode === opcodes.between) {
    const [operand, low, high] = nodeOf(value, 3).operands.map((each) => operandText(tree, each))
    return `${operand} BETWEEN ${low} AND ${high}`
  }
  if (opcode === opcodes.in) {
    const [operand, candidates] = nodeOf(value, 2).operands
    const list = requireList(candidates, 'the candidates of IN')
    const texts = list.map((each) => operandText(tree, each)).join(',')
    return `${operandText(tree, operand)} IN (${texts})`
  }
  const [name, arity] = functions.get(opcode) ?? []
  if (name === undefined) throw malformed(`the opcode ${opcode} is no condition`)
  return callText(tree, name, nodeOf(value, arity).operands)
}

/** Also used by updates. */
export function callText(
  tree: ExpressionTree,
  name: string,
  operands: readonly CborValue[],
): string {
  return `${name}(${operands.map((each) => operandText(tree, each)).join(',')})`
}

/** Functions that are operands, by opcode. */
const operandFunctions: ReadonlyMap<number, readonly [string, number]> = new Map([
  [opcodes.size, ['size', 1]],
  [opcodes.ifNotExists, ['if_not_exists', 2]],
  [opcodes.listAppend, ['list_append', 2]],
])

export function operandText(tree: ExpressionTree, value: CborValue): string {
  const node = nodeOf(value)
  if (node.opcode === opcodes.variable) return tree.variable(node)
  if (node.opcode === opcodes.path) return tree.path(node)
  const [name, arity] = operandFunctions.get(node.opcode) ?? functions.get(node.opcode) ?? []
  if (name === undefined) throw malformed(`the opcode ${node.opcode} is no operand`)
  return callText(tree, name, nodeOf(value, arity).operands)
}
