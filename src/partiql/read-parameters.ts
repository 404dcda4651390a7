/**
 * The parameters of a statement, checked before its text, used or not.
 *
 * AWS: statements report faults of numbers and sets in the wording from before 2026, and read
 * numbers as decimals with a 32-bit scale: a text whose exponent does not fit is not a number, and
 * the largest exponent that fits wraps round to the smallest.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { normalizeNumber, type NumberFault } from '../model/decimal.js'
import { ServiceError, validation } from '../model/errors.js'
import { nestingLevelsMax } from '../model/limits.js'
import {
  numberSentence,
  readAttributeValue,
  type RawAttributeValue,
} from '../model/read-attribute-value.js'

export function readParameters(raw: readonly RawAttributeValue[]): readonly AttributeValue[] {
  return raw.map(readParameter)
}

function readParameter(raw: RawAttributeValue): AttributeValue {
  try {
    return readAttributeValue(raw)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw validation(rangeMessage(error, raw) ?? error.olderMessage ?? error.message)
  }
}

/**
 * For a number out of range; faults are found in the order of the value, so it is the first such
 * number.
 */
function rangeMessage(error: ServiceError, raw: RawAttributeValue): string | undefined {
  if (!rangeSentences.has(error.message)) return undefined
  const text = firstFaultyNumber(raw, 1)
  if (text === undefined) return undefined
  return numberSentence(narrowFault(text) ?? 'not-a-number', text)
}

const rangeFaults = ['overflow', 'underflow'] as const
const rangeSentences: ReadonlySet<string> = new Set(
  rangeFaults.map((fault) => numberSentence(fault)),
)

function firstFaultyNumber(raw: RawAttributeValue, level: number): string | undefined {
  if (level > nestingLevelsMax) return undefined
  const own = raw.N === undefined ? raw.NS : [raw.N]
  const faulty = own?.find((text) => text !== null && 'fault' in normalizeNumber(text))
  if (typeof faulty === 'string') return faulty
  for (const inner of [...(raw.L ?? []), ...Object.values(raw.M ?? {})]) {
    const found = firstFaultyNumber(inner, level + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const integerMax = 2 ** 31 - 1

/** How a number is out of range; undefined if it is not. */
function narrowFault(text: string): NumberFault | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = parts.exec(text) ?? []
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > integerMax || Math.abs(Number(exponent)) > integerMax) return undefined
  const precision = Math.max((whole + fraction).replace(/^0+/, '').length, 1)
  const normal = normalizeNumber(text)
  if (!('fault' in normal)) return undefined
  return precision - scale > integerMax ? 'underflow' : normal.fault
}

const parts = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
