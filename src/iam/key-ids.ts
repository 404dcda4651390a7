/**
 * Ids of temporary keys. AWS: the id of a key holds the number of its account, in base 32, so the account is
 * known without the token.
 */
import type { Random } from '../stdx/random.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const letters = 16
const bitsPerLetter = 5n
const idBytes = 10
/** Of the 80 bits of an id, the account takes these 40; the others are random. */
const accountShift = 39n
const accountMask = (1n << 40n) - 1n

const accountNumber = /^\d{12}$/
const keyId = /^ASIA[A-Z2-7]{16}$/

export function newSessionKeyId(account: string, random: Random): string {
  const drawn = BigInt(`0x${Buffer.from(random.bytes(idBytes)).toString('hex')}`)
  const number = accountNumber.test(account) ? BigInt(account) : 0n
  const bits = (drawn & ~(accountMask << accountShift)) | (number << accountShift)
  const text = Array.from({ length: letters }, (_, i) => {
    const shift = BigInt(letters - 1 - i) * bitsPerLetter
    return alphabet[Number((bits >> shift) & 31n)]
  })
  return `ASIA${text.join('')}`
}

/** Undefined if the text is no such id. That there is such a key is not said. */
export function accountOfSessionKey(text: string): string | undefined {
  if (!keyId.test(text)) return undefined
  const bits = [...text.slice(4)].reduce(
    (number, letter) => (number << bitsPerLetter) | BigInt(alphabet.indexOf(letter)),
    0n,
  )
  const account = ((bits >> accountShift) & accountMask).toString().padStart(12, '0')
  return accountNumber.test(account) ? account : undefined
}
