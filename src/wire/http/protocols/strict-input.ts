/**
 * Inputs that another, stricter program reads at AWS: the members of the whole in the order of the text,
 * each of its one type, with nulls refused and the place of a fault named. What is inside them is read as
 * usual.
 */
import { shortened } from '../../../api/print-value.js'
import type { StrictMember } from '../../../api/quirks.js'
import { serialization, validation } from '../../../model/errors.js'

/** `body` is known to be JSON. */
export function checkStrictInput(body: Buffer, members: readonly StrictMember[]): void {
  const found = new Set<string>()
  if (body[skipBlanks(body, 0)] !== openBrace) return
  for (const { name, start, end } of topMembers(body)) {
    found.add(name)
    const member = members.find((each) => each.name === name)
    if (member !== undefined) checkType(body, member, start, end)
  }
  const missing = members.find(({ name }) => !found.has(name))
  if (missing === undefined) return
  // AWS: this one is no SerializationException.
  throw validation(`missing field \`${missing.name}\` ${placeOf(body, body.length)}`)
}

function checkType(body: Buffer, { expected }: StrictMember, start: number, end: number): void {
  const kind = longKindOf(body[start])
  if (kind?.expected === expected) return
  if (kind?.parts !== undefined) {
    // Of what consists of parts, only the beginning has been read.
    throw invalid('type', kind.parts, expected, placeOf(body, start))
  }
  const text = body.toString('utf8', start, end)
  const value: unknown = JSON.parse(text)
  const isWhole = expected === 'i32' && typeof value === 'number' && isInteger(text)
  if (isWhole && value >= i32Min && value <= i32Max) return
  const fault = isWhole ? 'value' : 'type'
  throw invalid(fault, described(value, text), expected, placeOf(body, end))
}

interface LongKind {
  readonly expected?: StrictMember['expected']
  /** What its parts are called together, if it has parts. */
  readonly parts?: string
}

/** What may be long is not parsed again to see that it is what was expected. */
function longKindOf(first: number | undefined): LongKind | undefined {
  if (first === quote) return { expected: 'a string' }
  if (first === openBracket) return { expected: 'a sequence', parts: 'sequence' }
  return first === openBrace ? { parts: 'map' } : undefined
}

function invalid(fault: 'type' | 'value', found: string, expected: string, place: string) {
  return serialization(`invalid ${fault}: ${found}, expected ${expected} ${place}`)
}

const [i32Min, i32Max] = [-(2 ** 31), 2 ** 31 - 1]

function isInteger(text: string): boolean {
  return !/[.eE]/.test(text)
}

function described(value: unknown, text: string): string {
  switch (typeof value) {
    case 'boolean':
      return `boolean \`${value}\``
    case 'string':
      return `string ${JSON.stringify(shortened(value))}`
    case 'number':
      if (isInteger(text)) return `integer \`${shortened(text)}\``
      return `floating point \`${Number.isInteger(value) ? value.toFixed(1) : value}\``
    default:
      return 'null'
  }
}

/** After so many bytes. */
function placeOf(body: Buffer, bytes: number): string {
  const read = body.subarray(0, bytes)
  const lineStart = read.lastIndexOf(newline) + 1
  return `at line ${linesIn(read)} column ${bytes - lineStart}`
}

function linesIn(text: Buffer): number {
  let lines = 1
  for (let at = 0; at < text.length; at++) if (text[at] === newline) lines++
  return lines
}

interface TopMember {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The members of an object, and where the text of their values is. */
function* topMembers(body: Buffer): Generator<TopMember> {
  let at = skipBlanks(body, skipBlanks(body, 0) + 1)
  while (body[at] === quote) {
    const nameEnd = valueEnd(body, at)
    const name = JSON.parse(body.toString('utf8', at, nameEnd)) as string
    // A colon follows, and a comma or the end after the value.
    const start = skipBlanks(body, skipBlanks(body, nameEnd) + 1)
    const end = valueEnd(body, start)
    yield { name, start, end }
    at = skipBlanks(body, skipBlanks(body, end) + 1)
  }
}

function skipBlanks(body: Buffer, from: number): number {
  let at = from
  while (isBlank(body[at])) at++
  return at
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Where the value that begins at a place ends. */
function valueEnd(body: Buffer, start: number): number {
  const first = body[start]
  if (first === quote) return textEnd(body, start)
  if (first === openBrace || first === openBracket) return partsEnd(body, start)
  let at = start
  while (at < body.length && !ends.has(body[at]!) && !isBlank(body[at])) at++
  return at
}

function textEnd(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at + 1
}

/** Of a list or an object. */
function partsEnd(body: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) at = textEnd(body, at) - 1
    else if (byte === openBrace || byte === openBracket) depth++
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at + 1
  }
  return body.length
}

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const ends: ReadonlySet<number> = new Set([0x2c, 0x7d, 0x5d])
