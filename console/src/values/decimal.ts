/**
 * DynamoDB's numbers as texts: up to 38 significant digits, a magnitude from 1E-130 to 9.99…E+125.
 * Nothing here becomes a number of JavaScript, so no digit is lost.
 */
export type NumberFault = 'not a number' | 'too large' | 'too small' | 'too many digits'

export const numberDigitsMax = 38
/** The power of ten of the leading digit stays between these. */
export const numberMagnitudeMax = 125
export const numberMagnitudeMin = -130

interface Parts {
  readonly negative: boolean
  /** Without zeros at either end; empty for zero. */
  readonly digits: string
  /** The power of ten of the leading digit. */
  readonly magnitude: number
}

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,18}))?$/

function partsOf(text: string): Parts | undefined {
  const [matched, sign, whole = '', fraction = '', power = '0'] = grammar.exec(text) ?? []
  if (matched === undefined || whole.length + fraction.length === 0) return undefined
  const written = whole + fraction
  let first = 0
  while (written.charCodeAt(first) === zeroDigit) first++
  let end = written.length
  while (end > first && written.charCodeAt(end - 1) === zeroDigit) end--
  const magnitude = Number(power) + whole.length - 1 - first
  return { negative: sign === '-', digits: written.slice(first, end), magnitude }
}

const zeroDigit = 48

export function numberFault(text: string): NumberFault | undefined {
  const parts = partsOf(text)
  if (parts === undefined) return 'not a number'
  // AWS: a zero with an exponent out of range is out of range too.
  const magnitude = parts.digits === '' ? powerOf(text) : parts.magnitude
  if (magnitude > numberMagnitudeMax) return 'too large'
  if (magnitude < numberMagnitudeMin) return 'too small'
  return parts.digits.length > numberDigitsMax ? 'too many digits' : undefined
}

function powerOf(text: string): number {
  return Number(/[eE](.*)$/.exec(text)?.[1] ?? 0)
}

/** As the service prints it: no exponent, no zeros that say nothing. The text itself if it is no number. */
export function normalNumber(text: string): string {
  if (numberFault(text) !== undefined) return text
  const { negative, digits, magnitude } = partsOf(text)!
  if (digits === '') return '0'
  const sign = negative ? '-' : ''
  if (magnitude < 0) return `${sign}0.${'0'.repeat(-magnitude - 1)}${digits}`
  const whole = digits.slice(0, magnitude + 1).padEnd(magnitude + 1, '0')
  const fraction = digits.slice(magnitude + 1)
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/** Numerically; what is no number comes last. */
export function compareNumbers(left: string, right: string): number {
  const a = partsOf(left)
  const b = partsOf(right)
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const signs = signOf(a) - signOf(b)
  if (signs !== 0) return signs
  return a.negative ? compareMagnitudes(b, a) : compareMagnitudes(a, b)
}

function signOf({ negative, digits }: Parts): number {
  if (digits === '') return 0
  return negative ? -1 : 1
}

function compareMagnitudes(a: Parts, b: Parts): number {
  if (a.digits === '') return 0
  if (a.magnitude !== b.magnitude) return a.magnitude - b.magnitude
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -1 : 1
}
