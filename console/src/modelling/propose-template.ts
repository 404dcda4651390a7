/**
 * The template that a group of keys has in common: parts between separators that are the same word in
 * every key stay text, the others become variables, named by the attribute that has the same value or
 * by the word before them. Keys of one entity share their variables: equal values have one name.
 */
import type { Item } from '../values/attribute-value.js'
import { keyTextOf } from './detect-entity.js'

/** Between the parts of a key, if it has parts. The first of them that occurs is the one. */
const separators = ['#', '|', '::', ':', '/'] as const

/** A word is fixed text even in a single key; digits are not. */
const word = /^[A-Za-z][A-Za-z_-]*$/
const upperWord = /^[A-Z][A-Z_-]*$/
const date = /^\d{4}-\d{2}(-\d{2})?([T ].*)?$/
const email = /^[^@\s]+@[^@\s]+$/

/** Variables of one entity, with the value that each has in an item. */
export type KeyVariables = Map<string, ReadonlyMap<Item, string>>

export function templateOfItems(
  items: readonly Item[],
  attribute: string,
  variables: KeyVariables = new Map(),
): string {
  const keyed = items.filter((item) => keyTextOf(item[attribute]) !== undefined)
  if (keyed.length === 0) return ''
  const texts = keyed.map((item) => keyTextOf(item[attribute])!)
  const separator = separatorOf(texts)
  const columns = separator === undefined ? [texts] : columnsOf(texts, separator)
  const parts = columns.map((column, place) =>
    partOf({
      values: new Map(keyed.map((item, i) => [item, column[i]!])),
      attribute,
      variables,
      ownName: namesInKey(attribute, columns.length)[place],
      before: columns[place - 1]?.[0],
      leads: place === 0 && columns.length > 1,
    }),
  )
  return parts.join(separator)
}

/** Other signs than `#` part a key only behind a word; else they belong to a time or an address. */
function separatorOf(texts: readonly string[]): string | undefined {
  return separators.find((each) =>
    each === '#'
      ? texts.some((text) => text.includes(each))
      : texts.every((text) => text.includes(each) && word.test(text.split(each)[0]!)),
  )
}

/** Columns of parts; if keys have different numbers of them, the last column has the rest. */
function columnsOf(texts: readonly string[], separator: string): readonly (readonly string[])[] {
  const rows = texts.map((text) => text.split(separator))
  const width = Math.min(...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, place) =>
    rows.map((row) =>
      place === width - 1 ? row.slice(place).join(separator) : (row[place] ?? ''),
    ),
  )
}

interface KeyPart {
  readonly values: ReadonlyMap<Item, string>
  readonly attribute: string
  readonly variables: KeyVariables
  /** What the key's own name calls this part. */
  readonly ownName?: string | undefined
  readonly before?: string | undefined
  /** Whether more parts follow: what leads a key is its label. */
  readonly leads: boolean
}

function partOf(part: KeyPart): string {
  const texts = [...part.values.values()]
  const constant = texts.every((text) => text === texts[0])
  const named = part.ownName !== undefined
  if (constant && !named && isFixed(texts, part.leads)) return texts[0]!
  const same = [...part.variables].find(([, values]) => agree(values, part.values))
  const name = same?.[0] ?? freeName(nameOf(part, texts), part.variables)
  if (same === undefined) part.variables.set(name, part.values)
  return `<${name}>`
}

function isFixed([text = '', ...more]: readonly string[], leads: boolean): boolean {
  if (text === '') return true
  if (leads) return word.test(text)
  return upperWord.test(text) || (more.length > 0 && word.test(text))
}

function agree(known: ReadonlyMap<Item, string>, values: ReadonlyMap<Item, string>): boolean {
  return [...values].every(([item, text]) => known.get(item) === text)
}

function nameOf(part: KeyPart, texts: readonly string[]): string {
  const { values, attribute, ownName, before } = part
  if (ownName !== undefined) return ownName
  const [[first] = []] = values
  const same = Object.keys(first ?? {}).find(
    (name) =>
      name !== attribute && [...values].every(([item, text]) => keyTextOf(item[name]) === text),
  )
  if (same !== undefined) return same
  if (texts.every((text) => date.test(text)))
    return keyLike(attribute) ? 'date' : attribute.replaceAll('#', '')
  if (texts.every((text) => email.test(text))) return 'email'
  if (before !== undefined && word.test(before)) return `${camelCase(before)}Id`
  // `#` parts keys, so it is in the name of no variable.
  return keyLike(attribute) ? 'id' : attribute.replaceAll('#', '')
}

/** A key named `State#Date` says what its parts are, so none of them is a label. */
export function namesInKey(attribute: string, parts: number): readonly string[] {
  const names = attribute.split('#').map((name) => name.trim())
  return names.length === parts && parts > 1 && !names.includes('') ? names : []
}

/** `PK`, `GSI1SK`: names that say nothing of what they hold. */
function keyLike(attribute: string): boolean {
  return /^(gsi|lsi)?\d*[_-]?(pk|sk)\d*$/i.test(attribute)
}

function camelCase(label: string): string {
  return label.toLowerCase().replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function freeName(name: string, taken: KeyVariables): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`
  return free
}
