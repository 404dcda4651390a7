/** What expressions are made of: literals, parameters, calls, groups in parentheses and paths. */
import { isFunctionKeyword } from './keywords.js'
import type { StatementToken } from './lexer.js'
import { parseExpression, parseExpressions, spanOf } from './parse-expression.js'
import { parseSelect } from './parse-select.js'
import { parseUpdateFrom } from './parse-update.js'
import { syntaxFault } from '../sentences.js'
import type { Expression, PathExpression, PathStep, TupleMember } from './syntax.js'
import type { StatementReader } from './token-reader.js'

/** A term and the steps into it. Only names allow steps; the caller refuses the rest. */
export function parsePathTerm(reader: StatementReader): Expression {
  const term = parseTerm(reader)
  const steps = parseSteps(reader)
  if (steps.length === 0) return term
  if (term.kind !== 'path') return { kind: 'unsupported', span: term.span }
  return { ...term, steps: [...term.steps, ...steps] }
}

/** Where only a path is allowed: what is inserted into, updated, assigned to or removed. */
export function parseSimplePath(reader: StatementReader): PathExpression {
  if (!isName(reader.next)) throw syntaxFault('Expected identifier for simple path')
  const path = nameTerm(reader.take())
  return { ...path, steps: [...path.steps, ...parseSteps(reader)] }
}

function parseTerm(reader: StatementReader): Expression {
  const { next } = reader
  switch (next.kind) {
    case 'name':
    case 'quoted':
      return parseNameOrCall(reader)
    case 'string':
    case 'number':
      reader.take()
      return { kind: next.kind, text: next.text, span: spanOf(next) }
    case 'keyword':
      return parseKeyword(reader)
    case 'mark':
      return parseMark(reader)
    default:
      throw syntaxFault('Unexpected term')
  }
}

function parseNameOrCall(reader: StatementReader): Expression {
  const name = reader.take()
  return reader.isMark('(') ? parseCall(reader, name) : nameTerm(name)
}

function nameTerm(token: StatementToken): PathExpression {
  const span = spanOf(token)
  return { kind: 'path', steps: [{ kind: 'name', name: token.text, span }], span }
}

function isName({ kind }: StatementToken): boolean {
  return kind === 'name' || kind === 'quoted'
}

function parseKeyword(reader: StatementReader): Expression {
  const keyword = reader.next
  const span = spanOf(keyword)
  switch (keyword.text) {
    case 'TRUE':
    case 'FALSE':
      reader.take()
      return { kind: 'boolean', value: keyword.text === 'TRUE', span }
    case 'NULL':
    case 'MISSING':
      reader.take()
      return { kind: keyword.text === 'NULL' ? 'null' : 'missing', span }
    case 'SELECT':
      reader.take()
      reader.enter()
      parseSelect(reader)
      reader.leave()
      return { kind: 'unsupported', span }
    case 'FROM':
      reader.take()
      reader.enter()
      parseUpdateFrom(reader)
      reader.leave()
      return { kind: 'unsupported', span }
    case 'VALUES':
      reader.take()
      parseRows(reader)
      return { kind: 'unsupported', span }
    default:
      return parseKeywordCall(reader)
  }
}

function parseKeywordCall(reader: StatementReader): Expression {
  const keyword = reader.take()
  if (isFunctionKeyword(keyword.text) && reader.isMark('(')) return parseCall(reader, keyword)
  throw syntaxFault(operators.has(keyword.text) ? 'Unexpected operator' : 'Unexpected keyword')
}

/** The rows of SQL's INSERT, which is not supported. */
function parseRows(reader: StatementReader): void {
  do {
    reader.takeMark('(')
    parseExpressions(reader)
    reader.takeMark(')')
  } while (reader.acceptMark(','))
}

function parseCall(reader: StatementReader, name: StatementToken): Expression {
  reader.takeMark('(')
  const operands = parseArguments(reader)
  reader.takeMark(')')
  return { kind: 'call', name: name.text.toLowerCase(), operands, span: spanOf(name) }
}

function parseArguments(reader: StatementReader): readonly Expression[] {
  if (reader.isMark(')')) return []
  // Only counting takes a star, and counting is not supported.
  if (reader.isMark('*')) return [{ kind: 'unsupported', span: spanOf(reader.take()) }]
  return parseExpressions(reader)
}

function parseMark(reader: StatementReader): Expression {
  const mark = reader.take()
  const span = spanOf(mark)
  switch (mark.text) {
    case '(':
      return parseGroup(reader, span)
    case '[':
      return { kind: 'list', elements: parseElements(reader, ']'), span }
    case '<<':
      return { kind: 'bag', elements: parseElements(reader, '>>'), span }
    case '{':
      return { kind: 'tuple', members: parseMembers(reader), span }
    case '?':
      return { kind: 'parameter', position: reader.parameters++, span }
    default:
      throw syntaxFault(operators.has(mark.text) ? 'Unexpected operator' : 'Unexpected term')
  }
}

const operators: ReadonlySet<string> = new Set([
  ...['=', '<>', '!=', '<', '<=', '>', '>=', '||', '/', '%', '@', '~'],
  ...['AND', 'OR', 'IS', 'IN', 'LIKE', 'BETWEEN', 'UNION', 'EXCEPT', 'INTERSECT'],
])

/** Several expressions in parentheses are a list, as `[…]` is. */
function parseGroup(reader: StatementReader, span: Expression['span']): Expression {
  if (reader.isMark(')')) throw syntaxFault('Expression group cannot be empty')
  const elements = parseExpressions(reader)
  reader.takeMark(')')
  return elements.length === 1 ? elements[0]! : { kind: 'list', elements, span }
}

function parseElements(reader: StatementReader, closing: ']' | '>>'): readonly Expression[] {
  if (reader.acceptMark(closing)) return []
  const elements = parseExpressions(reader)
  reader.takeMark(closing)
  return elements
}

function parseMembers(reader: StatementReader): readonly TupleMember[] {
  const members: TupleMember[] = []
  if (reader.acceptMark('}')) return members
  do {
    const key = parseExpression(reader)
    reader.takeMark(':')
    members.push({ key, value: parseExpression(reader) })
  } while (reader.acceptMark(','))
  reader.takeMark('}')
  return members
}

function parseSteps(reader: StatementReader): readonly PathStep[] {
  const steps: PathStep[] = []
  for (;;) {
    if (reader.acceptMark('.')) steps.push(parseDotStep(reader))
    else if (reader.acceptMark('[')) steps.push(parseIndexStep(reader))
    else return steps
  }
}

function parseDotStep(reader: StatementReader): PathStep {
  const { next } = reader
  const span = spanOf(next)
  if (reader.acceptMark('*')) return { kind: 'wildcard', span }
  if (!isName(next)) throw syntaxFault('Invalid path dot component')
  reader.take()
  return { kind: 'name', name: next.text, span }
}

function parseIndexStep(reader: StatementReader): PathStep {
  const { next } = reader
  const span = spanOf(next)
  const step: PathStep = reader.acceptMark('*')
    ? { kind: 'wildcard', span }
    : { kind: 'index', index: parseExpression(reader), span }
  reader.takeMark(']')
  return step
}
