/** Quoted texts of Ion: escapes, and long strings that stand side by side. */
import { UnreadableText } from '../text-record.js'

/** A text, and where it ends. */
export interface QuotedText {
  readonly text: string
  readonly end: number
}

/** Reads the string or symbol whose quotation mark is at `start`. */
export function readQuoted(source: string, start: number): QuotedText {
  const mark = source[start]!
  return readUntil(source, start + 1, mark)
}

export function isLongString(source: string, at: number): boolean {
  return source.startsWith(triple, at)
}

/** Reads one stretch of a long string; the caller joins those that follow each other. */
export function readLongString(source: string, start: number): QuotedText {
  return readUntil(source, start + triple.length, triple)
}

const triple = "'''"

function readUntil(source: string, start: number, mark: string): QuotedText {
  const isLong = mark === triple
  let text = ''
  let from = start
  for (let at = start; at < source.length;) {
    const unit = source[at]!
    if (unit === mark[0] && source.startsWith(mark, at)) {
      return { text: text + plain(source.slice(from, at), isLong), end: at + mark.length }
    }
    if (unit === '\\') {
      const escape = readEscape(source, at)
      text += plain(source.slice(from, at), isLong) + escape.text
      from = at = escape.end
    } else at++
  }
  throw new UnreadableText('A quoted Ion text does not end')
}

function plain(text: string, isLong: boolean): string {
  if (isLong) return text.replace(/\r\n?/g, '\n')
  // eslint-disable-next-line no-control-regex -- these are the characters that are refused
  if (/[\x00-\x08\x0a\x0d-\x1f]/.test(text)) {
    throw new UnreadableText('A quoted Ion text has control characters')
  }
  return text
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  v: '\v',
  '"': '"',
  "'": "'",
  '?': '?',
  '\\': '\\',
  '/': '/',
  '\n': '',
}

const escapeDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

function readEscape(source: string, at: number): QuotedText {
  const letter = source[at + 1] ?? ''
  if (letter === '\r') return { text: '', end: at + (source[at + 2] === '\n' ? 3 : 2) }
  const simple = simpleEscapes[letter]
  if (simple !== undefined) return { text: simple, end: at + 2 }
  const digits = escapeDigits[letter]
  if (digits === undefined) throw new UnreadableText('An Ion text has an unknown escape')
  const code = codeAt(source, at + 2, digits)
  const end = at + 2 + digits
  if (code < 0xd800 || code > 0xdfff) return { text: String.fromCodePoint(code), end }
  return readPair(source, code, end)
}

/** Half a character by itself would be stored as another. */
function readPair(source: string, high: number, at: number): QuotedText {
  const low = source.startsWith('\\u', at) ? codeAt(source, at + 2, 4) : 0
  if (high >= 0xdc00 || low < 0xdc00 || low > 0xdfff) {
    throw new UnreadableText('An Ion text has half a character')
  }
  return { text: String.fromCharCode(high, low), end: at + 6 }
}

function codeAt(source: string, at: number, digits: number): number {
  const text = source.slice(at, at + digits)
  const code = text.length === digits && /^[0-9a-fA-F]+$/.test(text) ? Number(`0x${text}`) : -1
  if (code < 0 || code > 0x10ffff) throw new UnreadableText('An Ion text has a wrong escape')
  return code
}
