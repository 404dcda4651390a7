/** Parses a JSON body, without checking its contents. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { serialization } from '../../../model/errors.js'

/** Undefined for an empty body, which is reported only if everything else is right. */
export function parseInput(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = requireText(body)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw serialization()
  }
}

/** Avoids `toString('utf8')`, which takes several times as long if a text is not ASCII. */
function requireText(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1')
  // Invalid UTF-8 would become replacement characters, and be stored as such.
  if (!isUtf8(body)) throw serialization()
  return transcode(body, 'utf8', 'utf16le').toString('utf16le')
}
