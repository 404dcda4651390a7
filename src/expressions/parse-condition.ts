/**
 * Parses conditions and filters. NOT binds closest, then AND, then OR. A pair of parentheses may
 * enclose a condition or an operand, which only the text after it can decide. So what opens a
 * condition is parsed first, as a `Start`, and the rest of the condition is built around it.
 */
import type { Comparator } from './condition.js'
import { asOperand, parseBareOperand, parseList, parseOperand } from './parse-operand.js'
import { sentences } from './sentences.js'
import type { ConditionSyntax, LeafSyntax, OperandSyntax } from './syntax.js'
import type { TokenReader } from './token-reader.js'

/** The first operand of a condition, or a whole condition in parentheses. */
type Start = (
  | { readonly kind: 'operand'; readonly operand: OperandSyntax }
  | { readonly kind: 'condition'; readonly condition: ConditionSyntax }
) & { readonly parenthesised: boolean }

export function parseCondition(reader: TokenReader): ConditionSyntax {
  return parseOr(reader)
}

function parseOr(reader: TokenReader, start?: Start): ConditionSyntax {
  const first = parseAnd(reader, start)
  if (reader.next !== 'OR') return first
  const conditions = [first]
  for (; reader.accept('OR'); reader.operators++) conditions.push(parseAnd(reader))
  return { kind: 'or', conditions }
}

function parseAnd(reader: TokenReader, start?: Start): ConditionSyntax {
  const first = start === undefined ? parseNot(reader) : parseRest(reader, start)
  if (reader.next !== 'AND') return first
  const conditions = [first]
  for (; reader.accept('AND'); reader.operators++) conditions.push(parseNot(reader))
  return { kind: 'and', conditions }
}

// A loop, since a thousand NOTs parse fine and are refused only when operators are counted.
function parseNot(reader: TokenReader): ConditionSyntax {
  let negations = 0
  while (reader.accept('NOT')) negations++
  reader.operators += negations
  let condition = parseRest(reader, parseStart(reader))
  for (; negations > 0; negations--) condition = { kind: 'not', condition }
  return condition
}

function parseStart(reader: TokenReader): Start {
  if (reader.next !== '(') {
    return { kind: 'operand', operand: parseBareOperand(reader), parenthesised: false }
  }
  reader.open()
  const inner = parseGroup(reader)
  reader.close()
  if (inner.parenthesised) throw reader.fault(sentences.redundantParentheses)
  return { ...inner, parenthesised: true }
}

function parseGroup(reader: TokenReader): Start {
  const start = reader.next === 'NOT' ? undefined : parseStart(reader)
  if (start !== undefined && reader.next === ')') return start
  return { kind: 'condition', condition: parseOr(reader, start), parenthesised: false }
}

function parseRest(reader: TokenReader, start: Start): ConditionSyntax {
  return start.kind === 'condition' ? start.condition : parseLeaf(reader, start.operand)
}

function parseLeaf(reader: TokenReader, first: OperandSyntax): LeafSyntax {
  switch (reader.next) {
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return parseComparison(reader, asOperand(reader, first))
    case 'BETWEEN':
      return parseBetween(reader, asOperand(reader, first))
    case 'IN':
      return parseIn(reader, asOperand(reader, first))
    default:
      return asCondition(reader, first)
  }
}

function parseComparison(reader: TokenReader, left: OperandSyntax): LeafSyntax {
  const comparator = reader.take(reader.next) as Comparator
  reader.operators++
  return { kind: 'comparison', comparator, operands: [left, parseOperand(reader)] }
}

function parseBetween(reader: TokenReader, operand: OperandSyntax): LeafSyntax {
  reader.take('BETWEEN')
  reader.operators++
  const lower = parseOperand(reader)
  reader.take('AND')
  return { kind: 'between', operands: [operand, lower, parseOperand(reader)] }
}

function parseIn(reader: TokenReader, operand: OperandSyntax): LeafSyntax {
  reader.take('IN')
  reader.operators++
  reader.open()
  const candidates = parseList(reader, parseOperand)
  reader.close()
  return { kind: 'in', operands: [operand, ...candidates] }
}

/** Without an operator, only a function call can be a condition. */
function asCondition(reader: TokenReader, operand: OperandSyntax): LeafSyntax {
  if (operand.kind !== 'function') throw reader.syntaxFault()
  reader.functions.push({ name: operand.name, place: 'condition' })
  return operand
}
