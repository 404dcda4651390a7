/**
 * Inputs that another, stricter program reads at AWS: the members of the whole in the order of the text,
 * each of its one type, with nulls refused and the place of a fault named. What is inside them is read as
 * usual.
 */
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
  const value: unknown = JSON.parse(body.toString('utf8', start, end))
  if (isExpected(expected, value, body.toString('latin1', start, end))) return
  // Of what consists of parts, only the beginning has been read.
  const isPlain = typeof value !== 'object' || value === null
  const text = body.toString('utf8', start, end)
  const fault = isOutOfRange(expected, value, text) ? 'value' : 'type'
  throw serialization(
    `invalid ${fault}: ${described(value, text)}, expected ${expected} ${placeOf(body, isPlain ? end : start)}`,
  )
}

function isOutOfRange(expected: StrictMember['expected'], value: unknown, text: string): boolean {
  return expected === 'i32' && typeof value === 'number' && isInteger(text)
}

function isExpected(expected: StrictMember['expected'], value: unknown, text: string): boolean {
  switch (expected) {
    case 'a string':
      return typeof value === 'string'
    case 'a sequence':
      return Array.isArray(value)
    case 'i32':
      return typeof value === 'number' && isInteger(text) && (value | 0) === value
  }
}

function isInteger(text: string): boolean {
  return !/[.eE]/.test(text)
}

function described(value: unknown, text: string): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  switch (typeof value) {
    case 'boolean':
      return `boolean \`${value}\``
    case 'string':
      return `string ${JSON.stringify(value)}`
    case 'number':
      if (isInteger(text)) return `integer \`${text}\``
      return `floating point \`${Number.isInteger(value) ? value.toFixed(1) : value}\``
    default:
      return 'map'
  }
}

/** After so many bytes. */
function placeOf(body: Buffer, bytes: number): string {
  const read = body.subarray(0, bytes)
  const lineStart = read.lastIndexOf(newline) + 1
  let line = 1
  for (const byte of read) if (byte === newline) line++
  return `at line ${line} column ${bytes - lineStart}`
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
  while (blanks.has(body[at]!)) at++
  return at
}

/** Where the value that begins at a place ends. */
function valueEnd(body: Buffer, start: number): number {
  const first = body[start]
  if (first !== quote && first !== openBrace && first !== openBracket) {
    let at = start
    while (at < body.length && !ends.has(body[at]!) && !blanks.has(body[at]!)) at++
    return at
  }
  let [depth, inText] = [0, false]
  for (let at = start; at < body.length; at++) {
    const byte = body[at]
    if (inText && byte === backslash) at++
    else if (byte === quote) inText = !inText
    else if (!inText && (byte === openBrace || byte === openBracket)) depth++
    else if (!inText && (byte === closeBrace || byte === closeBracket)) depth--
    if (depth === 0 && !inText) return at + 1
  }
  return body.length
}

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const ends: ReadonlySet<number> = new Set([0x2c, 0x7d, 0x5d])
