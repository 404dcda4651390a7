/**
 * Parses expressions by the precedence of their operators: OR binds loosest, then AND, NOT,
 * equality with IN and IS, order with BETWEEN and LIKE, sums, products, signs. Conditions, values
 * and sums are one grammar; what is allowed where is decided when the tree is interpreted.
 */
import { syntaxFault } from '../sentences.js'
import type { Expression, Span } from './syntax.js'
import { parsePathTerm } from './parse-term.js'
import type { StatementReader } from './token-reader.js'

const orPrecedence = 10
const andPrecedence = 20
const notPrecedence = 30
const equalityPrecedence = 40
const orderPrecedence = 50
const sumPrecedence = 60
const productPrecedence = 70

const precedences: ReadonlyMap<string, number> = new Map([
  ['OR', orPrecedence],
  ['AND', andPrecedence],
  ...entries(equalityPrecedence, '=', '<>', '!=', 'IS', 'IN', 'NOT IN'),
  ...entries(orderPrecedence, '<', '<=', '>', '>=', 'BETWEEN', 'LIKE', 'NOT BETWEEN', 'NOT LIKE'),
  ...entries(sumPrecedence, '+', '-', '||'),
  ...entries(productPrecedence, '*', '/', '%'),
])

function entries(precedence: number, ...operators: readonly string[]): [string, number][] {
  return operators.map((operator) => [operator, precedence])
}

/** Parses as far as operators bind closer than `precedence`. */
export function parseExpression(reader: StatementReader, precedence = 0): Expression {
  reader.enter()
  let expression = parseSigned(reader)
  let operator = nextOperator(reader, precedence)
  for (let first = true; operator !== undefined; first = false) {
    if (!first && precedences.get(operator)! > notPrecedence) reader.chain()
    expression = parseRest(reader, expression, operator)
    operator = nextOperator(reader, precedence)
  }
  reader.leave()
  return expression
}

/** The next operator, if it binds closer than `precedence`; does not consume it. */
function nextOperator(reader: StatementReader, precedence: number): string | undefined {
  const operator = operatorAt(reader)
  return (precedences.get(operator) ?? 0) > precedence ? operator : undefined
}

/** Both words, for an operator of two. */
function operatorAt(reader: StatementReader): string {
  const { kind, text } = reader.next
  if (kind !== 'mark' && kind !== 'keyword') return ''
  if (kind !== 'keyword' || text !== 'NOT') return text
  return reader.afterNext.kind === 'keyword' ? `NOT ${reader.afterNext.text}` : ''
}

function parseRest(reader: StatementReader, left: Expression, operator: string): Expression {
  if (operator === 'AND' || operator === 'OR') return parseJunction(reader, left, operator)
  const negation = operator.startsWith('NOT ') ? reader.take() : undefined
  const span = reader.take()
  const expression = parseRight(reader, left, bareOperator(operator), span)
  return negation === undefined ? expression : not(expression, negation)
}

function bareOperator(operator: string): string {
  if (operator === '!=') return '<>'
  return operator.startsWith('NOT ') ? operator.slice('NOT '.length) : operator
}

/**
 * All operands of one AND or OR together, so that a chain of a thousand is no deeper than one of
 * two.
 */
function parseJunction(reader: StatementReader, left: Expression, word: 'AND' | 'OR'): Expression {
  const precedence = word === 'AND' ? andPrecedence : orPrecedence
  const span = reader.next
  const operands = [left]
  while (reader.acceptKeyword(word)) operands.push(parseOperand(reader, precedence))
  return { kind: word === 'AND' ? 'and' : 'or', operands, span: spanOf(span) }
}

function parseRight(
  reader: StatementReader,
  left: Expression,
  operator: string,
  place: Span,
): Expression {
  const span = spanOf(place)
  switch (operator) {
    case 'IS':
      return parseIs(reader, left, span)
    case 'IN':
      return { kind: 'in', operand: left, candidates: parseCandidates(reader), span }
    case 'BETWEEN':
      return parseBetween(reader, left, span)
    default: {
      const right = parseOperand(reader, precedences.get(operator)!)
      return { kind: 'binary', operator, left, right, span }
    }
  }
}

function parseOperand(reader: StatementReader, precedence: number): Expression {
  if (reader.next.kind === 'end') {
    throw syntaxFault('Missing right-hand side expression of infix operator')
  }
  return parseExpression(reader, precedence)
}

function parseIs(reader: StatementReader, operand: Expression, span: Span): Expression {
  const negation = reader.isKeyword('NOT') ? reader.take() : undefined
  if (reader.next.kind !== 'keyword' || !typeNames.has(reader.next.text)) {
    throw syntaxFault('Expected type name')
  }
  const type = reader.take().text
  if (!reader.acceptKeyword(secondWords[type] ?? '') && type === 'DOUBLE') {
    throw syntaxFault('Expected type name')
  }
  const is: Expression = { kind: 'is', operand, type, span }
  return negation === undefined ? is : not(is, negation)
}

const typeNames: ReadonlySet<string> = new Set([
  ...['MISSING', 'NULL', 'BOOL', 'BOOLEAN', 'SMALLINT', 'INT2', 'INTEGER2', 'INT4', 'INTEGER4'],
  ...['INT8', 'INTEGER8', 'BIGINT', 'INT', 'INTEGER', 'FLOAT', 'REAL', 'DEC', 'DECIMAL', 'NUMERIC'],
  ...['TIMESTAMP', 'DATE', 'TIME', 'CHAR', 'CHARACTER', 'VARCHAR', 'STRING', 'SYMBOL', 'CLOB'],
  ...['BLOB', 'STRUCT', 'TUPLE', 'LIST', 'SEXP', 'BAG', 'ANY', 'DOUBLE'],
])

/** Type names of two words; the second word of CHARACTER is optional. */
const secondWords: Readonly<Record<string, string>> = {
  DOUBLE: 'PRECISION',
  CHARACTER: 'VARYING',
}

/** `IN (a, b)` and `IN [a, b]` are the same; a single value in parentheses is a list of one. */
function parseCandidates(reader: StatementReader): Expression {
  const opening = reader.next
  if (!reader.isMark('(') || reader.afterNext.text === 'SELECT') {
    return parseOperand(reader, equalityPrecedence)
  }
  reader.take()
  const elements = parseExpressions(reader)
  reader.takeMark(')')
  return { kind: 'list', elements, span: spanOf(opening) }
}

function parseBetween(reader: StatementReader, operand: Expression, span: Span): Expression {
  const lower = parseOperand(reader, orderPrecedence)
  if (!reader.acceptKeyword('AND')) throw syntaxFault('Expected AND')
  if (reader.next.kind === 'end') throw syntaxFault('Expected expression after AND')
  return { kind: 'between', operand, lower, upper: parseExpression(reader, orderPrecedence), span }
}

/** NOT and signs; the sign of a number becomes part of the number. */
function parseSigned(reader: StatementReader): Expression {
  if (reader.isKeyword('NOT')) {
    const span = spanOf(reader.take())
    return not(parseExpression(reader, notPrecedence), span)
  }
  if (!reader.isMark('+', '-')) return parsePathTerm(reader)
  const sign = reader.take()
  reader.enter()
  const operand = parseSigned(reader)
  reader.leave()
  if (operand.kind === 'number') return sign.text === '+' ? operand : negated(operand)
  return { kind: 'unary', operator: sign.text as '+' | '-', operand, span: spanOf(sign) }
}

function negated(number: Expression & { readonly kind: 'number' }): Expression {
  const { text } = number
  return { ...number, text: text.startsWith('-') ? text.slice(1) : `-${text}` }
}

function not(operand: Expression, place: Span): Expression {
  return { kind: 'unary', operator: 'NOT', operand, span: spanOf(place) }
}

/** One or more expressions, separated by commas. */
export function parseExpressions(reader: StatementReader): readonly Expression[] {
  const expressions = [parseExpression(reader)]
  while (reader.acceptMark(',')) expressions.push(parseExpression(reader))
  return expressions
}

/** Only the position, so that a cached tree does not keep tokens alive. */
export function spanOf({ start, end }: Span): Span {
  return { start, end }
}
