/**
 * A number of 32 bits in decimal digits.
 *
 * For half of these numbers V8 would make an object first, and print that as any fraction; it takes longer than the
 * number took to compute.
 */

/** Three digits with leading zeros. */
const groups = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

export function uint32Digits(number: number): string {
  const thousands = Math.floor(number / 1000)
  const last = number - thousands * 1000
  if (thousands === 0) return String(last)
  const millions = Math.floor(thousands / 1000)
  const middle = thousands - millions * 1000
  if (millions === 0) return String(middle) + groups[last]!
  return String(millions) + groups[middle]! + groups[last]!
}
