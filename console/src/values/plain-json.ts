/**
 * Plain JSON, `{"pk": "…", "count": 7}`: good to read, but it cannot tell a set from a list or binary
 * from text. Numbers are written with every digit that is stored.
 */
import type { AttributeValue, Item } from './attribute-value.js'
import { normalNumber } from './decimal.js'

export function plainItemText(item: Item, indent = 2): string {
  return toPlainText({ M: item }, indent)
}

export function toPlainText(value: AttributeValue, indent = 2): string {
  return write(value, indent, '\n')
}

/** What a copied cell gives: a text without quotes, everything else as plain JSON. */
export function clipboardText(value: AttributeValue): string {
  if ('S' in value) return value.S
  return 'B' in value ? value.B : toPlainText(value, 0)
}

function write(value: AttributeValue, indent: number, margin: string): string {
  if ('S' in value) return JSON.stringify(value.S)
  if ('N' in value) return jsonNumber(value.N)
  if ('B' in value) return JSON.stringify(value.B)
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'null'
  const inner = margin + ' '.repeat(indent)
  if ('M' in value) {
    const colon = indent === 0 ? ':' : ': '
    const members = Object.entries(value.M).map(
      ([name, member]) => JSON.stringify(name) + colon + write(member, indent, inner),
    )
    return enclosed(members, '{}', indent === 0 ? '' : margin, inner)
  }
  const elements = elementsOf(value, (element) => write(element, indent, inner))
  return enclosed(elements, '[]', indent === 0 ? '' : margin, inner)
}

function elementsOf(
  value: Exclude<AttributeValue, { M: unknown }>,
  print: (element: AttributeValue) => string,
): readonly string[] {
  if ('L' in value) return value.L.map(print)
  if ('SS' in value) return value.SS.map((member) => JSON.stringify(member))
  if ('NS' in value) return value.NS.map(jsonNumber)
  return 'BS' in value ? value.BS.map((member) => JSON.stringify(member)) : []
}

function enclosed(
  parts: readonly string[],
  brackets: string,
  margin: string,
  inner: string,
): string {
  if (parts.length === 0) return brackets
  const [open, close] = brackets
  if (margin === '') return `${open}${parts.join(',')}${close}`
  return `${open}${inner}${parts.join(`,${inner}`)}${margin}${close}`
}

const jsonGrammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number that is being typed may have a form that JSON lacks, such as `.5`. */
function jsonNumber(text: string): string {
  if (jsonGrammar.test(text)) return text
  const normal = normalNumber(text)
  return jsonGrammar.test(normal) ? normal : JSON.stringify(text)
}
