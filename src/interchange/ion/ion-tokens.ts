/**
 * Where the tokens of Ion text end whose bytes could be taken for structure: quoted texts, comments,
 * blobs and clobs.
 */
import { backslash, closeObject, quote } from '../../stdx/json-bytes.js'
import { UnreadableText } from '../text-record.js'

/** The token does not end in the bytes at hand. */
export const incomplete = -1

/** Of a string, a quoted symbol or a long string. */
export function endOfQuoted(bytes: Buffer, start: number, isLast: boolean): number {
  if (start + 3 > bytes.length && !isLast) return incomplete
  if (isTriple(bytes, start)) return endOfLong(bytes, start)
  const mark = bytes[start]
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === mark) return at + 1
    if (byte === backslash) at += bytes[at + 1] === carriageReturn ? 2 : 1
    else if (byte === newline) throw new UnreadableText('A quoted Ion text spans several lines')
  }
  return incomplete
}

function endOfLong(bytes: Buffer, start: number): number {
  for (let at = start + 3; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++
    else if (isTriple(bytes, at)) return at + 3
  }
  return incomplete
}

function isTriple(bytes: Buffer, at: number): boolean {
  return bytes[at] === apostrophe && bytes[at + 1] === apostrophe && bytes[at + 2] === apostrophe
}

/** The bytes at `start` are a slash. */
export function endOfComment(bytes: Buffer, start: number, isLast: boolean): number {
  if (start + 2 > bytes.length && !isLast) return incomplete
  if (bytes[start + 1] === slash) {
    const end = bytes.indexOf(newline, start + 2)
    if (end !== -1) return end + 1
    return isLast ? bytes.length : incomplete
  }
  if (bytes[start + 1] !== asterisk) throw new UnreadableText('A slash begins no Ion value')
  const end = bytes.indexOf('*/', start + 2)
  if (end === -1 && isLast) throw new UnreadableText('An Ion comment does not end')
  return end === -1 ? incomplete : end + 2
}

/** The bytes at `start` are two opening braces. */
export function endOfLob(bytes: Buffer, start: number, isLast: boolean): number {
  for (let at = start + 2; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote || byte === apostrophe) {
      const end = endOfQuoted(bytes, at, isLast)
      if (end === incomplete) return incomplete
      at = end - 1
    } else if (byte === closeObject) {
      if (at + 1 >= bytes.length && !isLast) return incomplete
      if (bytes[at + 1] === closeObject) return at + 2
      throw new UnreadableText('An Ion blob ends with one brace')
    }
  }
  return incomplete
}

const apostrophe = 0x27
const slash = 0x2f
const asterisk = 0x2a
const newline = 0x0a
const carriageReturn = 0x0d
