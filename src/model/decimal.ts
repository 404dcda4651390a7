/**
 * DynamoDB's numbers: decimals of up to 38 significant digits with a magnitude from 1E-130 to
 * 9.99…E+125, exact in arithmetic, with one normal form as text.
 *
 * A number is `coefficient × 10^exponent`; the coefficient has no trailing zeros, so equal numbers
 * have equal parts. Arithmetic that would need more than 38 digits is an error, never a rounding.
 */
export interface Decimal {
  readonly coefficient: bigint
  readonly exponent: number
}

export type NumberFault = 'not-a-number' | 'overflow' | 'underflow' | 'too-many-digits'

const numberDigitsMax = 38
/** The power of ten of the leading digit may not leave this range. */
const numberMagnitudeMax = 125
const numberMagnitudeMin = -130

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
/**
 * Integers that are their own normal form: nearly all numbers in practice. At most 15 digits, so
 * that a JavaScript number holds each of them exactly.
 */
const plainInteger = /^(?:0|-?[1-9]\d{0,14})$/
/** Fractions that are their own normal form, well within the range and the number of digits. */
const plainFraction = /^-?(?:0|[1-9]\d{0,14})\.\d{0,14}[1-9]$/

/** The normal form of a number's text, or what is wrong with it. */
export function normalizeNumber(text: string): { text: string } | { fault: NumberFault } {
  if (plainInteger.test(text) || plainFraction.test(text)) return { text }
  const decimal = parseDecimal(text)
  if (decimal === undefined) return { fault: 'not-a-number' }
  const fault = decimal === zero ? zeroFault(text) : rangeFault(decimal)
  return fault === undefined ? { text: formatDecimal(decimal) } : { fault }
}

/** Reads any decimal notation; undefined if the text is not a number. Does not check the range. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = grammar.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', power = '0'] = match
  if (whole.length + fraction.length === 0 || isBeyond64Bits(power)) return undefined
  const digits = withoutLeadingZeros(whole + fraction)
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return zero
  const exponent = Number(power) - fraction.length + (digits.length - significant.length)
  // A text of thousands of digits is refused by its length before any big number is built from it.
  const kept =
    significant.length > longestDigits ? significant.slice(0, longestDigits) : significant
  const coefficient = BigInt(kept)
  return {
    coefficient: sign === '-' ? -coefficient : coefficient,
    exponent: exponent + (significant.length - kept.length),
  }
}

/**
 * AWS: older code computes the magnitude in 32 bits, so a number that is far too large becomes one
 * that is too small. Larger exponents are not recorded.
 */
export function wrapsIn32Bits(text: string): boolean {
  const [, , whole = '', , power = '0'] = grammar.exec(text) ?? []
  return Number(power) <= int32Max && Number(power) + whole.length > int32Max
}

const int32Max = 2 ** 31 - 1

// AWS: a zero with an exponent out of range is out of range too.
function zeroFault(text: string): NumberFault | undefined {
  const power = Number(grammar.exec(text)?.[4] ?? 0)
  if (power > numberMagnitudeMax) return 'overflow'
  return power < numberMagnitudeMin ? 'underflow' : undefined
}

/** Enough digits to see that a number has too many, and to know its magnitude. */
const longestDigits = numberDigitsMax + 1

export const zero: Decimal = { coefficient: 0n, exponent: 0 }

/** The power of ten of the leading digit. */
export function magnitudeOf(decimal: Decimal): number {
  return digitsOf(decimal).length - 1 + decimal.exponent
}

export function digitsOf(decimal: Decimal): string {
  const { coefficient } = decimal
  return (coefficient < 0n ? -coefficient : coefficient).toString()
}

export function rangeFault(decimal: Decimal): NumberFault | undefined {
  if (decimal.coefficient === 0n) return undefined
  const magnitude = magnitudeOf(decimal)
  if (magnitude > numberMagnitudeMax) return 'overflow'
  if (magnitude < numberMagnitudeMin) return 'underflow'
  return digitsOf(decimal).length > numberDigitsMax ? 'too-many-digits' : undefined
}

/** Plain notation without exponent, leading or trailing zeros: how the service prints numbers. */
export function formatDecimal(decimal: Decimal): string {
  const { coefficient, exponent } = decimal
  if (coefficient === 0n) return '0'
  const sign = coefficient < 0n ? '-' : ''
  const digits = digitsOf(decimal)
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent)
  const point = digits.length + exponent
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
  return `${sign}0.${'0'.repeat(-point)}${digits}`
}

/** The sum of two numbers in normal form, also in normal form, or why it cannot be represented. */
export function addNumbers(left: string, right: string): { text: string } | { fault: NumberFault } {
  return combine(left, right, 1)
}

export function subtractNumbers(
  left: string,
  right: string,
): { text: string } | { fault: NumberFault } {
  return combine(left, right, -1)
}

/** Orders two numbers in normal form: negative, zero or positive as `left` is below, at or above. */
export function compareNumbers(left: string, right: string): number {
  if (left === right) return 0
  if (isShort(left) && isShort(right)) return Number(left) - Number(right)
  const [a, b] = [requireDecimal(left), requireDecimal(right)]
  const [signA, signB] = [signOf(a), signOf(b)]
  if (signA !== signB) return signA - signB
  const magnitudes = magnitudeOf(a) - magnitudeOf(b)
  if (magnitudes !== 0) return signA * magnitudes
  const difference = alignedDifference(a, b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** JavaScript numbers keep any two decimals of up to 15 digits distinct and in order. */
function isShort(text: string): boolean {
  return text.length <= 15
}

function combine(left: string, right: string, factor: 1 | -1) {
  if (plainInteger.test(left) && plainInteger.test(right)) {
    return { text: String(Number(left) + factor * Number(right)) }
  }
  const [a, b] = [requireDecimal(left), requireDecimal(right)]
  const exponent = Math.min(a.exponent, b.exponent)
  const sum = scaled(a, exponent) + BigInt(factor) * scaled(b, exponent)
  const result = decimalOf(sum, exponent)
  const fault = rangeFault(result)
  if (fault === undefined) return { text: formatDecimal(result) }
  // AWS: a result that needs too many digits is reported as too large.
  return { fault: fault === 'too-many-digits' ? 'overflow' : fault } as const
}

/** AWS: an exponent that does not fit in a 64-bit integer makes the text invalid as a number. */
function isBeyond64Bits(power: string): boolean {
  if (power.length < 19) return false
  const value = BigInt(power.startsWith('+') ? power.slice(1) : power)
  return value > 2n ** 63n - 1n || value < -(2n ** 63n)
}

// Loops instead of patterns: `/0+$/` takes quadratic time on a hostile run of inner zeros.
function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (digits.charCodeAt(start) === zeroDigit) start++
  return digits.slice(start)
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === zeroDigit) end--
  return digits.slice(0, end)
}

const zeroDigit = 48

function decimalOf(coefficient: bigint, exponent: number): Decimal {
  if (coefficient === 0n) return zero
  const text = coefficient.toString()
  const significant = withoutTrailingZeros(text)
  return {
    coefficient: BigInt(significant),
    exponent: exponent + (text.length - significant.length),
  }
}

function alignedDifference(a: Decimal, b: Decimal): bigint {
  const exponent = Math.min(a.exponent, b.exponent)
  return scaled(a, exponent) - scaled(b, exponent)
}

function scaled(decimal: Decimal, exponent: number): bigint {
  return decimal.coefficient * 10n ** BigInt(decimal.exponent - exponent)
}

function signOf({ coefficient }: Decimal): number {
  return coefficient < 0n ? -1 : coefficient > 0n ? 1 : 0
}

function requireDecimal(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new TypeError(`not a number in normal form: ${text}`)
  return decimal
}
