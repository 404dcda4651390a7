/**
 * A number of 32 bits in decimal digits, put together from groups of three.
 *
 * For half of these numbers V8 would make an object first, and print that as any fraction; it takes longer than the
 * number took to compute.
 */

const groups = Array.from({ length: 1000 }, (_, number) => String(number))
const paddedGroups = groups.map((group) => group.padStart(3, '0'))

export function uint32Digits(number: number): string {
  if (number < 1000) return groups[number]!
  const thousands = Math.floor(number / 1000)
  const last = paddedGroups[number - thousands * 1000]!
  if (thousands < 1000) return groups[thousands]! + last
  const millions = Math.floor(thousands / 1000)
  const middle = paddedGroups[thousands - millions * 1000]!
  if (millions < 1000) return groups[millions]! + middle + last
  const billions = Math.floor(millions / 1000)
  return groups[billions]! + paddedGroups[millions - billions * 1000]! + middle + last
}
