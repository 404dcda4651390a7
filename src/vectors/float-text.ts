/**
 * Numbers of vectors as 32-bit floats, and back: the fewest digits that mean the same float, with a
 * point. AWS: how very large and very small ones are spelled is unknown; they get an exponent here.
 */

/** The largest number that a vector may have; its negative is the smallest. */
const floatTextMax = 3.4028235e38

/** The float that is nearest to a number in DynamoDB's form; undefined if it is out of range. */
export function floatOf(text: string): number | undefined {
  const value = Number(text)
  return Math.abs(value) <= floatTextMax ? Math.fround(value) : undefined
}

/** Digits that always suffice to tell two 32-bit floats apart. */
const digitsMax = 9

/** Numbers of so many digits are different floats, so that fewer need not be tried: zeros at the end fall away … */
const digitsKept = 6

/** … but not below this, where floats have less precision. */
const leastNormal = 2 ** -126

export function floatText(value: number): string {
  const first = Math.abs(value) < leastNormal ? 1 : digitsKept
  for (let digits = first; digits < digitsMax; digits++) {
    const shortest = Number(value.toPrecision(digits))
    if (Math.fround(shortest) === value) return spelled(shortest)
  }
  return spelled(Number(value.toPrecision(digitsMax)))
}

function spelled(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-5)) return value.toExponential().replace('+', '')
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}
