/** Ids and secrets in the form of AWS's, which tools check. */
import type { Random } from '../stdx/random.js'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** AWS: 21 characters, of which the prefix says what it is. */
export function newUniqueId(prefix: 'AIDA' | 'AGPA' | 'AROA' | 'ANPA', random: Random): string {
  return prefix + drawLetters(17, random)
}

/** AWS: 20 characters; `ASIA` for temporary keys. */
export function newAccessKeyId(prefix: 'AKIA' | 'ASIA', random: Random): string {
  return prefix + drawLetters(16, random)
}

/** AWS: 40 characters of base64. */
export function newSecretAccessKey(random: Random): string {
  return Buffer.from(random.bytes(30)).toString('base64')
}

function drawLetters(count: number, random: Random): string {
  // 32 letters divide a byte's values evenly, so all are equally likely.
  return Array.from(random.bytes(count), (byte) => letters[byte % letters.length]).join('')
}
