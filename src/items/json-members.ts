/**
 * Finds the attributes of an item in its JSON without parsing any of them, and builds JSON with
 * some of them changed. So an update of one attribute parses and prints only that attribute, and
 * all others are copied as bytes.
 *
 * The JSON is what `JSON.stringify` returns for an item: without blanks, and every value is an
 * object. The output is byte for byte what it would return for the changed item.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { attributeOf, type Item } from '../model/item.js'
import { assert } from '../stdx/assert.js'

export interface JsonMember {
  /** Offsets: where its name begins, where its value begins, and where it ends. */
  readonly start: number
  readonly value: number
  readonly end: number
}

/** By name, in the order in which they are stored. */
export type JsonMembers = ReadonlyMap<string, JsonMember>

export function jsonMembers(json: Buffer): JsonMembers {
  const members = new Map<string, JsonMember>()
  let start = 1
  while (json[start] === quote) {
    const nameEnd = textEnd(json, start)
    const end = objectEnd(json, nameEnd + 1)
    members.set(textAt(json, start, nameEnd), { start, value: nameEnd + 1, end })
    start = end + 1
  }
  assert(start >= json.length - 1, 'the JSON of an item is whole', { start })
  return members
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Returns the offset after the string that begins at `start`. */
function textEnd(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === quote) return at + 1
    if (json[at] === backslash) at++
  }
  assert(false, 'a text in the JSON of an item ends')
}

/**
 * Returns the offset after the object that begins at `start`. Counts levels instead of recursing.
 */
function objectEnd(json: Buffer, start: number): number {
  let level = 0
  for (let at = start; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) at = textEnd(json, at) - 1
    else if (byte === openBrace || byte === openBracket) level++
    else if ((byte === closeBrace || byte === closeBracket) && --level === 0) return at + 1
  }
  assert(false, 'an object in the JSON of an item ends')
}

function textAt(json: Buffer, start: number, end: number): string {
  const text = json.toString('utf8', start + 1, end - 1)
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
}

/**
 * Returns the members as runs of bytes without the commas between them, where the touched
 * attributes are as in `after`: changed, removed, or added at the end.
 */
export function changedMembers(
  json: Buffer,
  members: JsonMembers,
  touched: ReadonlySet<string>,
  after: Item,
): readonly Buffer[] {
  const stretches: Buffer[] = []
  let kept = 1
  for (const [name, { start, end }] of members) {
    if (!touched.has(name)) continue
    if (start > kept) stretches.push(json.subarray(kept, start - 1))
    const value = attributeOf(after, name)
    if (value !== undefined) stretches.push(memberOf(name, value))
    kept = end + 1
  }
  if (kept < json.length) stretches.push(json.subarray(kept, json.length - 1))
  for (const [name, value] of Object.entries(after)) {
    if (!members.has(name)) stretches.push(memberOf(name, value))
  }
  return stretches
}

function memberOf(name: string, value: AttributeValue): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
}

/**
 * Objects list names that are whole numbers first, in numeric order, no matter when they were
 * added.
 */
export function isIntegerName(name: string): boolean {
  return wholeNumber.test(name)
}

const wholeNumber = /^(?:0|[1-9]\d*)$/
