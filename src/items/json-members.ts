/**
 * Where the attributes of an item stand in its JSON, found without parsing any of them, and JSON with
 * some of them changed. So an update of an attribute parses and prints that attribute, and all the
 * others are copied as bytes.
 *
 * The JSON is what `JSON.stringify` made of an item: without blanks, and every value is an object. What
 * comes out is to the byte what it would have made of the changed item.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { attributeOf, type Item } from '../model/item.js'
import { assert } from '../stdx/assert.js'

export interface JsonMember {
  /** Where its name begins, where its value does, and where it ends. */
  readonly start: number
  readonly value: number
  readonly end: number
}

/** By name, in the order of the bytes. */
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

/** Behind the text that begins here. */
function textEnd(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === quote) return at + 1
    if (json[at] === backslash) at++
  }
  assert(false, 'a text in the JSON of an item ends')
}

/** Behind the object that begins here, counting levels rather than calling itself. */
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
 * The members, in stretches without the commas between them, when the touched attributes are as they
 * are in `after`: changed, gone, or new at the end.
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

/** Objects put names that are whole numbers in front, in their order, wherever they were added. */
export function hasPlaceOfItsOwn(name: string): boolean {
  return wholeNumber.test(name)
}

const wholeNumber = /^(?:0|[1-9]\d*)$/
