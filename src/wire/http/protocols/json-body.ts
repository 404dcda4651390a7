/** A body of JSON, not yet checked in any way. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { serialization } from '../../../model/errors.js'

/** Undefined for an empty body, which is a fault only once everything else is known to be right. */
export function parseInput(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = requireText(body)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw serialization()
  }
}

/** Avoids `toString('utf8')`, which takes several times as long once a text is not ASCII. */
function requireText(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1')
  // Broken UTF-8 would come out as replacement characters, and be stored as such.
  if (!isUtf8(body)) throw serialization()
  return transcode(body, 'utf8', 'utf16le').toString('utf16le')
}
