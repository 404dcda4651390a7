/** What every expression is made of: paths, placeholders of values, function calls. */
import { documentPathLevelsMax, listIndexMax } from '../model/limits.js'
import { sentences } from './sentences.js'
import type { FunctionSyntax, OperandSyntax, PathElementSyntax, PathSyntax } from './syntax.js'
import type { TokenReader } from './token-reader.js'

/** A path, a value or a call, optionally in one pair of parentheses. */
export function parseOperand(reader: TokenReader): OperandSyntax {
  if (reader.next !== '(') return asOperand(reader, parseBareOperand(reader))
  reader.open()
  const doubled = reader.next === '('
  const operand = parseOperand(reader)
  reader.close()
  if (doubled) throw reader.fault(sentences.redundantParentheses)
  return operand
}

/** If the operand is a call, records that it is used as an operand. */
export function asOperand(reader: TokenReader, operand: OperandSyntax): OperandSyntax {
  if (operand.kind === 'function') reader.functions.push({ name: operand.name, place: 'operand' })
  return operand
}

/**
 * Does not record where a call is used: only the caller can tell, sometimes from the next token.
 */
export function parseBareOperand(reader: TokenReader): OperandSyntax {
  if (reader.next === 'value-placeholder') {
    return { kind: 'placeholder', placeholder: reader.take('value-placeholder') }
  }
  if (reader.next === 'name' && reader.afterNext === '(') return parseCall(reader)
  return parsePath(reader)
}

function parseCall(reader: TokenReader): FunctionSyntax {
  const name = reader.take('name')
  reader.open()
  const operands = parseList(reader, parseOperand)
  reader.close()
  reader.operators++
  return { kind: 'function', name, operands }
}

export function parseList<T>(reader: TokenReader, parse: (reader: TokenReader) => T): T[] {
  const elements = [parse(reader)]
  while (reader.accept(',')) elements.push(parse(reader))
  return elements
}

export function parsePath(reader: TokenReader): PathSyntax {
  const elements = [parseName(reader)]
  for (;;) {
    if (reader.accept('.')) elements.push(parseName(reader))
    else if (reader.accept('[')) elements.push(parseIndex(reader))
    else break
  }
  if (elements.length > documentPathLevelsMax) {
    reader.pathFaults.push(sentences.pathTooDeep(elements.length))
  }
  return { kind: 'path', elements }
}

function parseName(reader: TokenReader): PathElementSyntax {
  if (reader.next !== 'name-placeholder') {
    const name = reader.take('name')
    reader.names.push(name)
    return { kind: 'name', name }
  }
  const placeholder = reader.take('name-placeholder')
  reader.namePlaceholders.push(placeholder)
  return { kind: 'placeholder', placeholder }
}

function parseIndex(reader: TokenReader): PathElementSyntax {
  const text = reader.take('index')
  reader.take(']')
  const index = Number(text)
  if (index > listIndexMax) reader.pathFaults.push(sentences.indexTooLarge(text))
  return { kind: 'index', index }
}
