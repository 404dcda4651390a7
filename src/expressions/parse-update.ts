/**
 * Parses updates: sections in any order, each a list of actions. AWS allows one `+` or `-` in a
 * value, outermost; the operands of functions are plain.
 */
import { asOperand, parseBareOperand, parseList, parseOperand, parsePath } from './parse-operand.js'
import { sentences } from './sentences.js'
import type {
  OperandSyntax,
  Section,
  SetValueSyntax,
  UpdateActionSyntax,
  ValueSyntax,
} from './syntax.js'
import type { TokenReader } from './token-reader.js'

export interface ParsedUpdate {
  readonly actions: readonly UpdateActionSyntax[]
  readonly sections: readonly Section[]
}

export function parseUpdate(reader: TokenReader): ParsedUpdate {
  const actions: UpdateActionSyntax[] = []
  const sections: Section[] = []
  do {
    const section = takeSection(reader)
    sections.push(section)
    for (const action of parseList(reader, () => parseAction(reader, section))) actions.push(action)
  } while (reader.next !== 'end')
  return { actions, sections }
}

function takeSection(reader: TokenReader): Section {
  const { next } = reader
  if (next !== 'SET' && next !== 'REMOVE' && next !== 'ADD' && next !== 'DELETE') {
    throw reader.syntaxFault()
  }
  reader.take(next)
  return next
}

function parseAction(reader: TokenReader, section: Section): UpdateActionSyntax {
  const path = parsePath(reader)
  if (section === 'REMOVE') return { section, path }
  if (section !== 'SET') return { section, path, value: parseConstant(reader) }
  reader.take('=')
  return { section, path, value: parseSetValue(reader) }
}

// AWS: ADD and DELETE take a placeholder, never a path.
function parseConstant(reader: TokenReader): ValueSyntax {
  return { kind: 'placeholder', placeholder: reader.take('value-placeholder') }
}

function parseSetValue(reader: TokenReader): SetValueSyntax {
  const { value } = parseValue(reader)
  if (value.kind === 'function') reader.functions.push({ name: value.name, place: 'set-value' })
  return value
}

interface Value {
  readonly value: SetValueSyntax
  readonly parenthesised: boolean
}

function parseValue(reader: TokenReader): Value {
  const start = parseValueStart(reader)
  const { next } = reader
  if (start.value.kind === 'arithmetic' || (next !== '+' && next !== '-')) return start
  reader.take(next)
  reader.operators++
  const operands: [OperandSyntax, OperandSyntax] = [
    asOperand(reader, start.value),
    parseOperand(reader),
  ]
  return { value: { kind: 'arithmetic', operator: next, operands }, parenthesised: false }
}

function parseValueStart(reader: TokenReader): Value {
  if (reader.next !== '(') return { value: parseBareOperand(reader), parenthesised: false }
  reader.open()
  const inner = parseValue(reader)
  reader.close()
  if (inner.parenthesised) throw reader.fault(sentences.redundantParentheses)
  return { value: inner.value, parenthesised: true }
}
