/** Conditions of statements, as far as they can select by key; all others are filters. */
import type { StatementCondition } from './statement-syntax.js'
import { NotUnderstood, type StatementReader } from './statement-reader.js'
import {
  attributesOf,
  readTerm,
  valueOf,
  type ParameterValues,
  type StatementTerm,
} from './statement-terms.js'
import { isMark, isWord, statementTokens } from './statement-tokens.js'

type Comparator = (StatementCondition & { readonly kind: 'compare' })['comparator']

export function readCondition(
  reader: StatementReader,
  values: ParameterValues,
): StatementCondition {
  return reader.nested(() => junction('or', 'OR', reader, () => readAnd(reader, values)))
}

function readAnd(reader: StatementReader, values: ParameterValues): StatementCondition {
  return junction('and', 'AND', reader, () => readNot(reader, values))
}

function junction(
  kind: 'and' | 'or',
  word: string,
  reader: StatementReader,
  read: () => StatementCondition,
): StatementCondition {
  const parts = [read()]
  while (reader.acceptWord(word)) parts.push(read())
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

function readNot(reader: StatementReader, values: ParameterValues): StatementCondition {
  if (!reader.acceptWord('NOT')) return readPredicate(reader, values)
  return negated(reader.nested(() => readNot(reader, values)))
}

function negated(condition: StatementCondition): StatementCondition {
  return { kind: 'filter', attributes: conditionAttributes(condition) }
}

export function conditionAttributes(condition: StatementCondition): readonly string[] {
  if (condition.kind === 'filter') return condition.attributes
  if ('parts' in condition) return condition.parts.flatMap(conditionAttributes)
  return [condition.attribute]
}

/** Whether an opening parenthesis holds a condition and not a term: found by what is in it. */
function opensCondition(reader: StatementReader): boolean {
  if (!isMark(reader.next, '(')) return false
  let depth = 0
  for (let distance = 0; ; distance++) {
    const token = reader.peek(distance)
    if (token === undefined) return false
    if (isMark(token, '(', '[', '<<', '{')) depth++
    else if (isMark(token, ')', ']', '>>', '}')) depth--
    else if (depth >= 1 && opensPredicate(token.kind, token.text)) return true
    if (depth <= 0) return false
  }
}

const predicateWords = ['AND', 'OR', 'NOT', 'IN', 'IS', 'BETWEEN', 'BEGINS_WITH', 'CONTAINS']
const predicateMarks = ['=', '<', '<=', '>', '>=', '<>', '!=']

function opensPredicate(kind: string, text: string): boolean {
  if (kind === 'word') return predicateWords.includes(text.toUpperCase())
  return kind === 'mark' && predicateMarks.includes(text)
}

function readPredicate(reader: StatementReader, values: ParameterValues): StatementCondition {
  if (opensCondition(reader)) {
    reader.takeMark('(')
    const condition = readCondition(reader, values)
    reader.takeMark(')')
    return condition
  }
  const left = readTerm(reader, values)
  if (left.kind === 'call' && left.name === 'begins_with') return prefix(left.operands)
  const isNegative = reader.acceptWord('NOT')
  const condition = readComparison(reader, values, left)
  return isNegative ? negated(condition) : condition
}

function prefix([operand, text]: readonly StatementTerm[]): StatementCondition {
  const attribute = operand && wholeName(operand)
  if (attribute !== undefined && text?.kind === 'value') return { kind: 'begins-with', attribute }
  return filterOf(...[operand, text].filter((term) => term !== undefined))
}

function readComparison(
  reader: StatementReader,
  values: ParameterValues,
  left: StatementTerm,
): StatementCondition {
  if (reader.acceptWord('BETWEEN')) return readBetween(reader, values, left)
  if (reader.acceptWord('IN')) return isIn(left, readTerm(reader, values))
  if (reader.acceptWord('IS')) {
    reader.acceptWord('NOT')
    reader.takeName()
    return filterOf(left)
  }
  if (!isMark(reader.next, ...predicateMarks)) return filterOf(left)
  const comparator = reader.take().text
  return compared(left, comparator, readTerm(reader, values))
}

function readBetween(
  reader: StatementReader,
  values: ParameterValues,
  left: StatementTerm,
): StatementCondition {
  const lower = readTerm(reader, values)
  if (!reader.acceptWord('AND')) throw new NotUnderstood('Expected AND.')
  const upper = readTerm(reader, values)
  const attribute = wholeName(left)
  if (attribute === undefined || lower.kind !== 'value' || upper.kind !== 'value') {
    return filterOf(left, lower, upper)
  }
  return { kind: 'between', attribute }
}

function isIn(left: StatementTerm, right: StatementTerm): StatementCondition {
  const attribute = wholeName(left)
  const terms = right.kind === 'list' ? right.terms : [right]
  if (attribute === undefined || terms.some(({ kind }) => kind !== 'value')) {
    return filterOf(left, right)
  }
  return { kind: 'in', attribute, values: terms.map(valueOf) }
}

const turned: Readonly<Record<string, Comparator>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function compared(left: StatementTerm, mark: string, right: StatementTerm): StatementCondition {
  if (!(mark in turned)) return filterOf(left, right)
  const leftName = wholeName(left)
  if (leftName !== undefined && right.kind === 'value') {
    return {
      kind: 'compare',
      attribute: leftName,
      comparator: mark as Comparator,
      value: right.value,
    }
  }
  const rightName = wholeName(right)
  if (rightName !== undefined && left.kind === 'value') {
    return { kind: 'compare', attribute: rightName, comparator: turned[mark]!, value: left.value }
  }
  return filterOf(left, right)
}

function wholeName(term: StatementTerm): string | undefined {
  return term.kind === 'path' && term.isWhole ? term.name : undefined
}

function filterOf(...terms: readonly StatementTerm[]): StatementCondition {
  return { kind: 'filter', attributes: terms.flatMap(attributesOf) }
}

/** Whether a text uses words of a write; for a quick look before a statement is read. */
export function beginsWrite(text: string): boolean {
  const [first] = statementTokens(text).filter(({ kind }) => kind !== 'comment')
  return isWord(first, 'INSERT', 'UPDATE', 'DELETE', 'FROM')
}
