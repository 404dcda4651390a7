/** Values and paths in statements. A term that is neither only tells which attributes it uses. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import type { KnownValue } from './statement-syntax.js'
import { NotUnderstood, type StatementReader } from './statement-reader.js'
import { isMark } from './statement-tokens.js'

export type StatementTerm =
  | { readonly kind: 'path'; readonly name: string; readonly isWhole: boolean }
  | { readonly kind: 'value'; readonly value: KnownValue }
  | { readonly kind: 'list'; readonly terms: readonly StatementTerm[] }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly StatementTerm[] }
  | { readonly kind: 'other'; readonly attributes: readonly string[] }

/** The values of `?`, in order. */
export type ParameterValues = readonly KnownValue[]

export function attributesOf(term: StatementTerm): readonly string[] {
  switch (term.kind) {
    case 'path':
      return [term.name]
    case 'value':
      return []
    case 'list':
      return term.terms.flatMap(attributesOf)
    case 'call':
      return term.operands.flatMap(attributesOf)
    case 'other':
      return term.attributes
  }
}

/** A sum of terms; only a single term is more than the attributes in it. */
export function readTerm(reader: StatementReader, values: ParameterValues): StatementTerm {
  return reader.nested(() => {
    let term = readSingle(reader, values)
    while (reader.acceptMark('+', '-', '*', '/', '%', '||')) {
      const right = readSingle(reader, values)
      term = { kind: 'other', attributes: [...attributesOf(term), ...attributesOf(right)] }
    }
    return term
  })
}

function readSingle(reader: StatementReader, values: ParameterValues): StatementTerm {
  const { next } = reader
  if (next?.kind === 'string') return { kind: 'value', value: { S: reader.take().text } }
  if (next?.kind === 'number') return number(reader.take().text)
  if (reader.acceptMark('-')) return negative(readSingle(reader, values))
  if (reader.acceptMark('?')) return { kind: 'value', value: values[reader.parameters++] }
  if (reader.acceptMark('[')) return list(readTerms(reader, values, ']'))
  if (reader.acceptMark('<<')) return bag(readTerms(reader, values, '>>'))
  if (reader.acceptMark('{')) return readTuple(reader, values)
  if (reader.acceptMark('(')) return readParenthesis(reader, values)
  if (reader.acceptWord('TRUE')) return { kind: 'value', value: { BOOL: true } }
  if (reader.acceptWord('FALSE')) return { kind: 'value', value: { BOOL: false } }
  if (reader.acceptWord('NULL')) return { kind: 'value', value: { NULL: true } }
  if (next?.kind === 'word' && isMark(reader.peek(1), '(')) return readCall(reader, values)
  return readPath(reader)
}

function number(text: string): StatementTerm {
  return { kind: 'value', value: { N: text } }
}

function negative(term: StatementTerm): StatementTerm {
  if (term.kind === 'value' && term.value !== undefined && 'N' in term.value) {
    return number(`-${term.value.N}`)
  }
  return { kind: 'other', attributes: attributesOf(term) }
}

function readTerms(
  reader: StatementReader,
  values: ParameterValues,
  closing: string,
): readonly StatementTerm[] {
  const terms: StatementTerm[] = []
  if (reader.acceptMark(closing)) return terms
  do terms.push(readTerm(reader, values))
  while (reader.acceptMark(','))
  reader.takeMark(closing)
  return terms
}

/** In parentheses stand the values of an IN, or one term. */
function readParenthesis(reader: StatementReader, values: ParameterValues): StatementTerm {
  const terms = readTerms(reader, values, ')')
  return terms.length === 1 ? terms[0]! : { kind: 'list', terms }
}

function readCall(reader: StatementReader, values: ParameterValues): StatementTerm {
  const name = reader.take().text.toLowerCase()
  reader.takeMark('(')
  return { kind: 'call', name, operands: readTerms(reader, values, ')') }
}

function readPath(reader: StatementReader): StatementTerm {
  const name = reader.takeName()
  let isWhole = true
  for (;;) {
    if (reader.acceptMark('.')) {
      if (!reader.acceptMark('*')) reader.takeName()
    } else if (reader.acceptMark('[')) {
      reader.take()
      reader.takeMark(']')
    } else return { kind: 'path', name, isWhole }
    isWhole = false
  }
}

function knownOf(terms: readonly StatementTerm[]): readonly AttributeValue[] | undefined {
  const known = terms.flatMap((term) => valueOf(term) ?? [])
  return known.length === terms.length ? known : undefined
}

/** Undefined if the value is not known. */
export function valueOf(term: StatementTerm): KnownValue {
  if (term.kind === 'value') return term.value
  if (term.kind !== 'list') return undefined
  const known = knownOf(term.terms)
  return known && { L: known }
}

function list(terms: readonly StatementTerm[]): StatementTerm {
  return { kind: 'list', terms }
}

function bag(terms: readonly StatementTerm[]): StatementTerm {
  const known = knownOf(terms) ?? []
  const texts = known.flatMap((value) => ('S' in value ? [value.S] : []))
  if (texts.length > 0 && texts.length === terms.length) return constant({ SS: texts })
  const numbers = known.flatMap((value) => ('N' in value ? [value.N] : []))
  if (numbers.length > 0 && numbers.length === terms.length) return constant({ NS: numbers })
  return constant(undefined)
}

function constant(value: KnownValue): StatementTerm {
  return { kind: 'value', value }
}

function readTuple(reader: StatementReader, values: ParameterValues): StatementTerm {
  const members: [string, KnownValue][] = []
  if (reader.acceptMark('}')) return constant({ M: {} })
  do {
    const key = reader.take()
    if (key.kind !== 'string') throw new NotUnderstood('Expected a name in single quotes.')
    reader.takeMark(':')
    members.push([key.text, valueOf(readTerm(reader, values))])
  } while (reader.acceptMark(','))
  reader.takeMark('}')
  if (members.some(([, value]) => value === undefined)) return constant(undefined)
  return constant({ M: Object.fromEntries(members) as Item })
}
