/**
 * The CRC-32 of bytes at another place, without a look at the bytes.
 *
 * A checksum is the remainder of a polynomial. What comes before the bytes takes part in it multiplied by a power of
 * x that depends only on how many bytes follow, so it can be exchanged afterwards.
 */
import { reversedPolynomial } from './crc32.js'

/** The result for bytes that follow others whose own is `to`, from the result for the same bytes begun with `from`. */
export function crc32Moved(known: number, length: number, from: number, to: number): number {
  return (known ^ product(powerForBytes(length), from ^ to)) >>> 0
}

/** Of two polynomials, whose highest coefficient is the lowest bit. */
function product(a: number, b: number): number {
  let sum = 0
  let shifted = b | 0
  // Without branches: no processor could foresee them.
  for (let left = a | 0; left !== 0; left <<= 1) {
    sum ^= shifted & (left >> 31)
    shifted = (shifted >>> 1) ^ (reversedPolynomial & -(shifted & 1))
  }
  return sum
}

/** The powers of x for a byte, two, four and so on. */
const powersOfTwo: number[] = [0x00800000]

/** Powers that were used lately. Items of a table are often equally long. */
const keptPowers = 4096
const keptLengths = new Uint32Array(keptPowers)
const kept = new Int32Array(keptPowers)
/** To the power of nothing. */
const one = 0x80000000 | 0

function powerForBytes(length: number): number {
  const at = length & (keptPowers - 1)
  if (keptLengths[at] === length && length > 0) return kept[at]!
  let power = one
  for (let i = 0, left = length; left > 0; i++, left = Math.floor(left / 2)) {
    const square = (powersOfTwo[i] ??= product(powersOfTwo[i - 1]!, powersOfTwo[i - 1]!))
    if (left % 2 === 1) power = product(power, square)
  }
  keptLengths[at] = length
  return (kept[at] = power)
}
