/**
 * Updates of the independent model: each clause changes a different attribute, reads the item as it
 * was, and may fail.
 */
import { find, writeOperand, type Operand, type Path } from './conditions.js'
import type { Placeholders } from './placeholders.js'
import { typeOf, type Document, type Value, type ValueType } from './values.js'

export type Source =
  | Operand
  | { readonly kind: 'sum'; readonly path: Path; readonly sign: '+' | '-'; readonly by: Value }
  | { readonly kind: 'default'; readonly path: Path; readonly value: Value }
  | { readonly kind: 'append'; readonly path: Path; readonly list: Value }

export type Clause =
  | { readonly kind: 'SET'; readonly path: Path; readonly source: Source }
  | { readonly kind: 'REMOVE'; readonly path: Path }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: Path; readonly value: Value }

/** The item after all clauses, or undefined if the service refuses. */
export function updated(item: Document, clauses: readonly Clause[]): Document | undefined {
  let after: Document | undefined = item
  for (const clause of clauses) {
    const change = changeOf(clause, item)
    after = change === refused || after === undefined ? undefined : place(after, clause, change)
  }
  return after
}

const refused = Symbol('refused')
/** The new value; undefined means that the attribute is removed. */
type Change = Value | undefined | typeof refused

function changeOf(clause: Clause, item: Document): Change {
  if (clause.kind === 'REMOVE') return undefined
  if (clause.kind === 'SET') return sourceOf(clause.source, item)
  const before = find(item, clause.path)
  return clause.kind === 'ADD' ? added(before, clause.value) : taken(before, clause.value)
}

function sourceOf(source: Source, item: Document): Change {
  if (source.kind === 'value') return source.value
  const found = find(item, source.path)
  switch (source.kind) {
    case 'path':
      return found ?? refused
    case 'default':
      return found ?? source.value
    case 'sum':
      if (found?.N === undefined) return refused
      return number(Number(found.N) + (source.sign === '+' ? 1 : -1) * Number(source.by.N))
    case 'append':
      return found?.L === undefined ? refused : { L: [...found.L, ...source.list.L!] }
    case 'size':
      throw new Error('size() cannot be used in an update')
  }
}

const number = (value: number): Value => ({ N: String(value) })

function added(before: Value | undefined, more: Value): Change {
  if (before === undefined) return more
  if (typeOf(before) !== typeOf(more)) return refused
  if (more.N !== undefined) return number(Number(before.N) + Number(more.N))
  return combine(before, more, (all, some) => [...all, ...some.filter((one) => !all.includes(one))])
}

function taken(before: Value | undefined, fewer: Value): Change {
  if (before === undefined) return undefined
  if (typeOf(before) !== typeOf(fewer)) return refused
  return combine(before, fewer, (all, some) => all.filter((one) => !some.includes(one)))
}

type Members = readonly string[]

/** A set cannot be empty: the attribute is removed. */
function combine(a: Value, b: Value, members: (a: Members, b: Members) => Members): Change {
  const type = typeOf(a) as Extract<ValueType, 'SS' | 'NS' | 'BS'>
  const result = members(a[type]!, b[type]!)
  return result.length === 0 ? undefined : { [type]: result }
}

function place(item: Document, clause: Clause, value: Value | undefined): Document | undefined {
  const [name, inner] = clause.path as [string, string | number | undefined]
  if (inner === undefined) return withMember(item, name, value)
  const parent = find(item, [name])
  const changed =
    typeof inner === 'number' ? inList(parent, inner, value) : inMap(parent, inner, value)
  return changed === undefined ? undefined : withMember(item, name, changed)
}

function inMap(parent: Value | undefined, name: string, value: Value | undefined) {
  return parent?.M === undefined ? undefined : { M: withMember(parent.M, name, value) }
}

/** A position beyond the end is the end. */
function inList(parent: Value | undefined, at: number, value: Value | undefined) {
  if (parent?.L === undefined) return undefined
  const list = [...parent.L]
  if (value === undefined) list.splice(at, 1)
  else if (at < list.length) list[at] = value
  else list.push(value)
  return { L: list }
}

function withMember(map: Document, name: string, value: Value | undefined): Document {
  const others = Object.entries(map).filter(([other]) => other !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

/** The clauses as an expression: each section once. */
export function writeUpdate(clauses: readonly Clause[], placeholders: Placeholders): string {
  const sections = (['SET', 'REMOVE', 'ADD', 'DELETE'] as const).map((kind) => {
    const actions = clauses.filter((clause) => clause.kind === kind)
    if (actions.length === 0) return ''
    return `${kind} ${actions.map((clause) => writeClause(clause, placeholders)).join(', ')}`
  })
  return sections.filter((text) => text !== '').join(' ')
}

function writeClause(clause: Clause, placeholders: Placeholders): string {
  const path = placeholders.path(clause.path)
  if (clause.kind === 'REMOVE') return path
  if (clause.kind === 'SET') return `${path} = ${writeSource(clause.source, placeholders)}`
  return `${path} ${placeholders.value(clause.value)}`
}

function writeSource(source: Source, placeholders: Placeholders): string {
  switch (source.kind) {
    case 'sum': {
      const path = placeholders.path(source.path)
      return `${path} ${source.sign} ${placeholders.value(source.by)}`
    }
    case 'default':
      return `if_not_exists(${placeholders.path(source.path)}, ${placeholders.value(source.value)})`
    case 'append':
      return `list_append(${placeholders.path(source.path)}, ${placeholders.value(source.list)})`
    default:
      return writeOperand(source, placeholders)
  }
}
