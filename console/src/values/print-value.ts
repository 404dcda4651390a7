/** A value as one line of text, for cells: nothing is decoded, every digit of a number is kept. */
import { type AttributeValue, type Item } from './attribute-value.js'
import { base64Length, bytesOfBase64, hexOfBytes, isBase64 } from './base64.js'
import { compareNumbers } from './decimal.js'
import { printedCharactersMax } from './limits.js'
import { compareTexts } from './text-order.js'

export function printValue(value: AttributeValue, charactersMax = printedCharactersMax): string {
  return cut(printed(value, charactersMax), charactersMax)
}

function printed(value: AttributeValue, charactersMax: number): string {
  if ('S' in value) return visibleText(value.S.slice(0, charactersMax + 1))
  if ('N' in value) return value.N
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'null'
  if ('B' in value) return printBinary(value.B)
  if ('L' in value) return printList(value.L, charactersMax)
  if ('M' in value) return printMap(value.M, charactersMax)
  return printSet(value, charactersMax)
}

/** Characters that have no shape of their own are drawn as their symbols. */
export function visibleText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]/g, (character) =>
    character === '\u007f' ? '␡' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
  )
}

/** Characters of base64 that make the first eight bytes. */
const headCharacters = 12
const headBytes = 8

function printBinary(base64: string): string {
  if (!isBase64(base64.slice(0, headCharacters))) return base64
  const length = base64Length(base64)
  const head = hexOfBytes(bytesOfBase64(base64.slice(0, headCharacters)).subarray(0, headBytes))
  return `${printBytes(length)}${head === '' ? '' : ` ${head}`}${length > headBytes ? '…' : ''}`
}

/** Short, with at most one digit behind the point: `512 B`, `4.2 kB`. */
export function printBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${trimmed(bytes / 1000)} kB`
  return `${trimmed(bytes / 1_000_000)} MB`
}

function trimmed(amount: number): string {
  return amount < 100 ? String(Math.round(amount * 10) / 10) : String(Math.round(amount))
}

function printSet(
  set: Extract<AttributeValue, { SS: unknown } | { NS: unknown } | { BS: unknown }>,
  charactersMax: number,
): string {
  const members = sortedMembers(set)
  const shown = 'BS' in set ? members.map(printBinary) : members.map(visibleText)
  // The count stays in sight.
  const room = Math.max(charactersMax - countCharacters, 1)
  return `{${cut(joined(shown, room), room)}} ${members.length}`
}

const countCharacters = 12

/** Order has no meaning in a set: members are shown sorted. */
export function sortedMembers(
  set: Extract<AttributeValue, { SS: unknown } | { NS: unknown } | { BS: unknown }>,
): readonly string[] {
  if ('SS' in set) return [...set.SS].sort(compareTexts)
  if ('NS' in set) return [...set.NS].sort(compareNumbers)
  return [...set.BS].sort()
}

function printList(list: readonly AttributeValue[], charactersMax: number): string {
  const shown = lazily(list, (element) => printValue(element, charactersMax))
  return `[${list.length}] ${joined(shown, charactersMax)}`.trimEnd()
}

function printMap(map: Item, charactersMax: number): string {
  const names = Object.keys(map)
  const shown = lazily(names, (name) => `${name}: ${printValue(map[name]!, charactersMax)}`)
  return `{${names.length}} ${joined(shown, charactersMax)}`.trimEnd()
}

function* lazily<T>(elements: readonly T[], print: (element: T) => string): Iterable<string> {
  for (const element of elements) yield print(element)
}

/** Stops where nothing more would be seen, so that a large value costs no more than a small one. */
function joined(texts: Iterable<string>, charactersMax: number): string {
  let line = ''
  for (const text of texts) {
    if (line.length > charactersMax) break
    line += line === '' ? text : `, ${text}`
  }
  return line
}

function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '')}…`
}
