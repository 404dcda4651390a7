/**
 * JSON as it comes from outside: UTF-8 that is valid, and texts without half characters. Otherwise
 * different keys could become one when they are stored.
 */
import { isAscii, isUtf8, transcode } from 'node:buffer'

/**
 * The text of UTF-8 bytes; undefined if they are not valid. Avoids `toString('utf8')`, which takes
 * several times as long if a text is not ASCII.
 */
export function utf8Text(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1')
  // Invalid UTF-8 would become replacement characters, and be stored as such.
  if (!isUtf8(bytes)) return undefined
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
}

/** As `JSON.parse`, which lets escapes write half a character. */
export function parseJsonText(text: string): unknown {
  const parsed = JSON.parse(text) as unknown
  if (text.includes('\\u') && hasLoneSurrogate(text)) throw new Error('half a character')
  return parsed
}

/**
 * Half a character, which only an escape can write, would be stored as U+FFFD, so that different
 * keys became one. The text must be valid JSON.
 */
function hasLoneSurrogate(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) {
    const half = surrogateAt(text, at)
    if (half === undefined) continue
    if (half === 'low' || surrogateAt(text, at + escapeLength) !== 'low') return true
    at += escapeLength
  }
  return false
}

const escapeLength = '\\ud83d'.length

/** Which half of a character the escape at this position writes, if there is one. */
function surrogateAt(text: string, at: number): 'high' | 'low' | undefined {
  if (text[at] !== '\\' || text[at + 1] !== 'u') return undefined
  const unit = Number.parseInt(text.slice(at + 2, at + escapeLength), 16)
  if (unit < 0xd800 || unit > 0xdfff) return undefined
  return unit < 0xdc00 ? 'high' : 'low'
}
