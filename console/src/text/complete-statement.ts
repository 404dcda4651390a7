/**
 * What may come next in a statement: tables behind FROM, indexes behind a table and a point,
 * attributes where values are, words elsewhere.
 */
import { statementAt } from '../code/split-statements.js'
import { isMark, isWord, statementTokens, type StatementToken } from '../code/statement-tokens.js'
import { functionWords, isReserved, operatorWords, startWords } from './statement-words.js'
import type { SchemaTable, StatementSchema } from './statement-schema.js'

export interface StatementOffer {
  readonly label: string
  /** What is written; the label if absent. */
  readonly apply?: string
  readonly kind: 'table' | 'index' | 'attribute' | 'function' | 'keyword'
  readonly detail?: string
}

export interface StatementOffers {
  /** Where the word begins that an offer replaces. */
  readonly from: number
  readonly to: number
  readonly offers: readonly StatementOffer[]
}

/** Undefined inside of strings, numbers and comments. */
export function completeStatement(
  text: string,
  offset: number,
  schema: StatementSchema,
): StatementOffers | undefined {
  const tokens = statementTokens(text.slice(0, offset))
  const word = wordAt(tokens.at(-1), offset)
  if (word === undefined) return undefined
  const before = tokens.slice(0, word.isEmpty ? tokens.length : -1).filter(isCode)
  const start = before.findLastIndex((token) => isMark(token, ';')) + 1
  const table = tableOf(text, offset, schema)
  const to = word.isQuoted && text[offset] === '"' ? offset + 1 : offset
  return { from: word.from, to, offers: offersAfter(before.slice(start), schema, table) }
}

interface WordPlace {
  readonly from: number
  readonly isEmpty: boolean
  readonly isQuoted: boolean
}

function wordAt(last: StatementToken | undefined, offset: number): WordPlace | undefined {
  const nothing = { from: offset, isEmpty: true, isQuoted: false }
  if (last === undefined) return nothing
  const touches = last.to === offset
  switch (last.kind) {
    case 'word':
      return touches ? { from: last.from, isEmpty: false, isQuoted: false } : nothing
    case 'quoted':
      if (last.isOpen === true) return { from: last.from, isEmpty: false, isQuoted: true }
      return touches ? undefined : nothing
    case 'string':
      return last.isOpen === true || touches ? undefined : nothing
    case 'comment':
      return last.isOpen === true || (touches && last.text.startsWith('--')) ? undefined : nothing
    case 'number':
      return touches ? undefined : nothing
    default:
      return nothing
  }
}

function isCode({ kind }: StatementToken): boolean {
  return kind !== 'comment'
}

/** The table of the statement that the cursor is in, which may be named behind the cursor. */
function tableOf(text: string, offset: number, schema: StatementSchema): SchemaTable | undefined {
  const tokens = statementTokens(statementAt(text, offset)?.text ?? '').filter(isCode)
  const at = tokens.findIndex((token) => isWord(token, 'FROM', 'INTO', 'UPDATE'))
  const name = at < 0 ? undefined : tokens[at + 1]
  if (name?.kind !== 'word' && name?.kind !== 'quoted') return undefined
  return schema.tables.find((table) => table.name === name.text)
}

function offersAfter(
  before: readonly StatementToken[],
  schema: StatementSchema,
  table: SchemaTable | undefined,
): readonly StatementOffer[] {
  const last = before.at(-1)
  if (last === undefined) return startWords.map(keyword)
  if (isWord(last, 'FROM', 'INTO', 'UPDATE')) return schema.tables.map(tableOffer)
  if (isMark(last, '.')) return indexesAfter(before, schema)
  if (isWord(last, 'DELETE')) return [keyword('FROM')]
  if (isWord(last, 'INSERT')) return [keyword('INTO')]
  if (isWord(last, 'ORDER')) return [keyword('BY')]
  if (isWord(last, 'IS')) return ['MISSING', 'NULL', 'NOT MISSING', 'NOT NULL'].map(keyword)
  if (expectsTerm(last)) {
    const words = isWord(last, 'SELECT') ? ['*'] : isWord(last, 'WHERE', 'AND', 'OR') ? ['NOT'] : []
    return [...attributesOf(table), ...functionWords.map(functionOffer), ...words.map(keyword)]
  }
  return operatorWords.map(keyword)
}

const termWords = ['SELECT', 'WHERE', 'AND', 'OR', 'NOT', 'SET', 'REMOVE', 'BY', 'BETWEEN', 'IN']
const termMarks = ['(', '[', ',', '=', '<', '>', '<=', '>=', '<>', '!=', '+', '-', '*']

function expectsTerm(last: StatementToken): boolean {
  return isWord(last, ...termWords) || isMark(last, ...termMarks)
}

/** A point behind a table leads to its indexes; any other leads into a document. */
function indexesAfter(
  before: readonly StatementToken[],
  schema: StatementSchema,
): readonly StatementOffer[] {
  const name = before.at(-2)
  if (!isWord(before.at(-3), 'FROM')) return []
  const table = schema.tables.find((each) => each.name === name?.text)
  return (table?.indexes ?? []).map(({ name: index, detail }) => ({
    label: index,
    apply: quoted(index),
    kind: 'index',
    ...(detail !== undefined && { detail }),
  }))
}

function attributesOf(table: SchemaTable | undefined): readonly StatementOffer[] {
  return (table?.attributes ?? []).map(({ name, detail }) => ({
    label: name,
    apply: isPlain(name) ? name : quoted(name),
    kind: 'attribute',
    ...(detail !== undefined && { detail }),
  }))
}

function tableOffer({ name, attributes }: SchemaTable): StatementOffer {
  const keys = attributes.flatMap((attribute) => (attribute.detail === 'key' ? attribute.name : []))
  return { label: name, apply: quoted(name), kind: 'table', detail: keys.join(', ') }
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !isReserved(name)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function keyword(label: string): StatementOffer {
  return { label, kind: 'keyword' }
}

function functionOffer(label: string): StatementOffer {
  return { label, apply: `${label}(`, kind: 'function' }
}
