/** Numbers of Ion text as the model reads them, and the other way round. */
import { digitsOf, parseDecimal } from '../../model/decimal.js'
import { validation } from '../../model/errors.js'
import { numberSentence } from '../../model/read-attribute-value.js'
import { numberTextLengthMax } from '../limits.js'

const decimalForm = /^-?(?:0|[1-9](?:_?\d)*)(?:\.(?:\d(?:_?\d)*)?)?(?:[dDeE][+-]?\d+)?$/
const radixForm = /^-?0(?:[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*|[bB][01](?:_?[01])*)$/

/**
 * The number as text that the model understands; undefined if it is none. Floats are taken by their
 * digits, so that nothing is rounded.
 */
export function readIonNumber(token: string): string | undefined {
  if (token.length > numberTextLengthMax) throw validation(numberSentence('too-many-digits'))
  if (decimalForm.test(token)) return token.replaceAll('_', '').replace(/[dD]/, 'e')
  if (!radixForm.test(token)) return undefined
  const digits = token.replace('-', '').replaceAll('_', '')
  return (token.startsWith('-') ? '-' : '') + BigInt(digits).toString()
}

/** Smaller numbers are written with an exponent. */
const plainMagnitudeMin = -6

/**
 * AWS: a decimal whose coefficient has no trailing zeros: `103.`, `6d2`, `1.5`. An `e` would make it a
 * float. The number must be in normal form.
 */
export function ionDecimal(number: string): string {
  const decimal = parseDecimal(number)!
  const sign = decimal.coefficient < 0n ? '-' : ''
  const digits = digitsOf(decimal)
  const { exponent } = decimal
  if (exponent === 0) return `${sign}${digits}.`
  if (exponent > 0) return `${sign}${digits}d${exponent}`
  const magnitude = digits.length - 1 + exponent
  if (magnitude >= plainMagnitudeMin) return number
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${sign}${digits[0]}${fraction}d${magnitude}`
}
