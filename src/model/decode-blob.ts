/**
 * Blobs are sent as base64 and remain text. Only canonical text is accepted, so that two blobs are
 * equal exactly if their texts are: padded to a multiple of four, nothing outside the alphabet, and
 * no stray bits in the last character.
 */
import { serialization } from './errors.js'
import { structureNotExpected } from './decode-scalars.js'

export function decodeBlob(json: unknown): string {
  if (typeof json !== 'string') throw serialization(notTextSentence(json))
  if (json.length % 4 !== 0) {
    throw serialization(
      `Base64 encoded length is expected a multiple of 4 bytes but found: ${json.length}`,
    )
  }
  const digits = json.length - paddingLength(json)
  // AWS: the last character is checked first, and the sentence has this typo.
  if (!lastDigitIsClean(json, digits)) {
    throw serialization('Invalid last non-pad Base64 character dectected')
  }
  refuseForeignCharacters(json, digits)
  return json
}

function notTextSentence(json: unknown): string {
  if (Array.isArray(json)) return 'Unrecognized collection type class java.nio.ByteBuffer'
  if (typeof json === 'object') return structureNotExpected
  return 'only base-64-encoded strings are convertible to bytes'
}

function paddingLength(text: string): number {
  if (text.endsWith('==')) return 2
  return text.endsWith('=') ? 1 : 0
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** One pad leaves two unused bits in the last digit, two pads leave four; they must be zero. */
function lastDigitIsClean(text: string, digits: number): boolean {
  const padding = text.length - digits
  if (padding === 0) return true
  const last = alphabet.indexOf(text[digits - 1] ?? '')
  return last >= 0 && last % (padding === 1 ? 4 : 16) === 0
}

const foreignCharacter = /[^A-Za-z0-9+/]/

function refuseForeignCharacters(text: string, digits: number): void {
  const at = text.search(foreignCharacter)
  if (at < 0 || at >= digits) return
  throw serialization(`Invalid Base64 character: '${text[at]}'`)
}
