/**
 * Turns attribute values of a request, whose JSON types have been checked already, into values of
 * the model: numbers in normal form, sets without duplicates, exactly one type each, at most 32
 * levels deep.
 *
 * AWS: within one value the faults are reported in the order of the code below; those of a map's
 * members come before the value's own "more than one datatype".
 */
import { checkAttributeName } from './attribute-name.js'
import type { AttributeMap, AttributeType, AttributeValue } from './attribute-value.js'
import { normalizeNumber, wrapsIn32Bits, type NumberFault } from './decimal.js'
import { invalidParameter, ServiceError, validation, type ValidationFamily } from './errors.js'
import type { Item } from './item.js'
import { nestingLevelsMax } from './limits.js'
import { findFacts } from './read-ahead.js'
import { unreachable } from '../stdx/assert.js'
import { areAscending, orderedMembers, type SetType } from './set-order.js'

/** As decoded from JSON: any number of members, each of the right JSON type. */
export interface RawAttributeValue {
  readonly S?: string
  readonly N?: string
  readonly B?: string
  readonly BOOL?: boolean
  readonly NULL?: boolean
  readonly SS?: readonly (string | null)[]
  readonly NS?: readonly (string | null)[]
  readonly BS?: readonly (string | null)[]
  readonly L?: readonly RawAttributeValue[]
  readonly M?: RawAttributeMap
}

export type RawAttributeMap = { readonly [name: string]: RawAttributeValue }

export function readItem(raw: RawAttributeMap): Item {
  return readMap(raw, 1)
}

export function readAttributeValue(raw: RawAttributeValue, level = 1): AttributeValue {
  if (level > nestingLevelsMax) throw tooDeep('value')
  let [type, count] = ['', 0]
  for (type in raw) count++
  if (count === 1) return readMember(raw, type as AttributeType, level)
  throw count === 0 ? emptyValue() : severalTypes(raw, level)
}

/** Returns the given map if all its values are in normal form, as most are: that saves a copy. */
function readMap(raw: RawAttributeMap, level: number): AttributeMap {
  if (wasReadAhead(raw, level)) return raw as AttributeMap
  let changed: Map<string, AttributeValue> | undefined
  for (const name in raw) {
    checkAttributeName(name)
    const given = raw[name]!
    const value = readAttributeValue(given, level)
    if (value !== given) (changed ??= new Map()).set(name, value)
  }
  if (changed === undefined) return raw as AttributeMap
  const entries = Object.entries(raw as AttributeMap)
  return Object.fromEntries(entries.map(([name, value]) => [name, changed.get(name) ?? value]))
}

/** Whether a list or map was read before and fits at this level. */
export function wasReadAhead(container: object, level: number): boolean {
  const facts = findFacts(container)
  return facts !== undefined && level + facts.levels - 1 <= nestingLevelsMax
}

/**
 * AWS: in a transaction, an empty name of an attribute is told before all else, and one inside a
 * value only if no value is nested too deeply.
 */
export function readTransactedItem(raw: RawAttributeMap): Item {
  for (const name in raw) checkAttributeName(name)
  try {
    return readItem(raw)
  } catch (error) {
    if (error instanceof ServiceError && error.family === 'attribute-name' && isTooDeep(raw, 1)) {
      throw tooDeep('value')
    }
    throw error
  }
}

function isTooDeep(values: RawAttributeMap | readonly RawAttributeValue[], level: number): boolean {
  if (level > nestingLevelsMax) return Object.keys(values).length > 0
  return Object.values<RawAttributeValue>(values).some(
    ({ L = [], M = {} }) => isTooDeep(L, level + 1) || isTooDeep(M, level + 1),
  )
}

function readMember(raw: RawAttributeValue, type: AttributeType, level: number): AttributeValue {
  switch (type) {
    case 'S':
    case 'B':
    case 'BOOL':
      return raw as AttributeValue
    case 'N':
      return readNumber(raw as { readonly N: string })
    case 'NULL':
      if (raw.NULL !== true) throw nullNotTrue()
      return raw as AttributeValue
    case 'SS':
    case 'BS':
      return readSet(type, raw[type]!, raw as AttributeValue)
    case 'NS':
      return readNumberSet(raw.NS!, raw as AttributeValue)
    case 'M':
      return readMapValue(raw as { readonly M: RawAttributeMap }, level)
    case 'L':
      return readListValue(raw as { readonly L: readonly RawAttributeValue[] }, level)
    default:
      return unreachable(type)
  }
}

/** AWS: a value of several types is refused for the first fault in any of them, in this order. */
const faultOrder = ['N', 'NULL', 'SS', 'NS', 'BS', 'M', 'L'] as const
const emptySetOrder = ['SS', 'NS', 'BS'] as const

function severalTypes(raw: RawAttributeValue, level: number): ServiceError {
  if (raw.N !== undefined) readNumberText(raw.N)
  if (raw.NULL === false) throw nullNotTrue()
  for (const type of emptySetOrder) requireMembers(type, raw[type] ?? [null])
  if (raw.NS !== undefined) membersOf(raw.NS, 'NS').forEach(readNumberText)
  for (const type of faultOrder) if (raw[type] !== undefined) readMember(raw, type, level)
  return validation(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  )
}

function readNumber(raw: { readonly N: string }): AttributeValue {
  const text = readNumberText(raw.N)
  return text === raw.N ? raw : { N: text }
}

/** A number's normal form, or the service's sentence about it. */
function readNumberText(text: string): string {
  const result = normalizeNumber(text)
  if ('text' in result) return result.text
  throw valueFault(numberSentence(result.fault, text), olderSentence(result.fault, text))
}

function olderSentence(fault: NumberFault, text: string): string | undefined {
  if (text === '') return noNumber
  return fault === 'overflow' && wrapsIn32Bits(text) ? rangeSentences.underflow : undefined
}

export function numberSentence(fault: NumberFault, text = ''): string {
  if (fault !== 'not-a-number') return rangeSentences[fault]
  return `${noNumber}: ${text}`
}

const noNumber = 'The parameter cannot be converted to a numeric value'

function valueFault(message: string, olderMessage: string | undefined): ServiceError {
  return new ServiceError('ValidationException', message, { family: 'value', olderMessage })
}

const rangeSentences = {
  overflow:
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  underflow:
    'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  'too-many-digits': 'Attempting to store more than 38 significant digits in a Number',
} as const

type RawMembers = readonly (string | null)[]

/** `unchanged` is the value itself, returned if it is already in normal form. */
function readNumberSet(raw: RawMembers, unchanged: AttributeValue): AttributeValue {
  const numbers = membersOf(raw, 'NS').map(readNumberText)
  if (areAscending('NS', numbers)) return withMembers(raw, numbers, unchanged)
  if (firstRepeat(numbers) !== undefined) {
    throw valueFault(
      'One or more parameter values were invalid: Input collection contains duplicates.',
      'Input collection contains duplicates',
    )
  }
  return withMembers(raw, orderedMembers('NS', numbers), unchanged)
}

function withMembers(
  raw: RawMembers,
  numbers: readonly string[],
  unchanged: AttributeValue,
): AttributeValue {
  return numbers.every((number, i) => number === raw[i]) ? unchanged : { NS: numbers }
}

function readSet(type: 'SS' | 'BS', raw: RawMembers, unchanged: AttributeValue): AttributeValue {
  const members = membersOf(raw, type)
  if (areAscending(type, members)) return unchanged
  const repeat = firstRepeat(members)
  if (repeat !== undefined) throw repeatedMember(type, members, repeat)
  const ordered = orderedMembers(type, members)
  if (ordered === members) return unchanged
  return type === 'SS' ? { SS: ordered } : { BS: ordered }
}

function membersOf(raw: RawMembers, type: SetType): readonly string[] {
  requireMembers(type, raw)
  if (raw.includes(null)) {
    throw invalidParameter(
      `An ${setNouns[type]} set may not have a null string as a member`,
      'value',
    )
  }
  return raw as readonly string[]
}

const setNouns = { SS: 'string', NS: 'number', BS: 'binary' } as const

function requireMembers(type: SetType, members: RawMembers): void {
  if (members.length > 0) return
  // AWS: two blanks, and another sentence for binaries.
  throw invalidParameter(
    type === 'BS'
      ? 'Binary sets should not be empty'
      : `An ${setNouns[type]} set  may not be empty`,
    'value',
  )
}

/** AWS: quotes the members and sorts those before the first repeat; the older wording does neither. */
function repeatedMember(
  type: 'SS' | 'BS',
  members: readonly string[],
  repeat: number,
): ServiceError {
  const before = orderedMembers(type, members.slice(0, repeat))
  const quoted = [...before, ...members.slice(repeat)].map((member) => `"${member}"`)
  // AWS: binary sets have no blanks after the commas, and none before "of".
  return valueFault(
    repeats(type, quoted.join(type === 'SS' ? ', ' : ',')),
    repeats(type, members.join(', ')),
  )
}

function repeats(type: 'SS' | 'BS', printed: string): string {
  const what = type === 'SS' ? `[${printed}]` : `[${printed}]of type BS`
  return `One or more parameter values were invalid: Input collection ${what} contains duplicates.`
}

/** The position of the first member that also occurs earlier. */
function firstRepeat(members: readonly string[]): number | undefined {
  const seen = new Set<string>()
  for (const [i, member] of members.entries()) {
    if (seen.has(member)) return i
    seen.add(member)
  }
  return undefined
}

function readMapValue(raw: { readonly M: RawAttributeMap }, level: number): AttributeValue {
  const map = readMap(raw.M, level + 1)
  return map === raw.M ? (raw as AttributeValue) : { M: map }
}

function readListValue(
  raw: { readonly L: readonly RawAttributeValue[] },
  level: number,
): AttributeValue {
  if (wasReadAhead(raw.L, level + 1)) return raw as AttributeValue
  const elements = raw.L.map((element) => readAttributeValue(element, level + 1))
  return elements.every((element, i) => element === raw.L[i])
    ? (raw as AttributeValue)
    : { L: elements }
}

function emptyValue(): ServiceError {
  return validation(
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
  )
}

function nullNotTrue(): ServiceError {
  return invalidParameter('Null attribute value types must have the value of true', 'value')
}

/**
 * With a family if the request itself is too deep, without one if an update would make an item so.
 */
export function tooDeep(family?: ValidationFamily): ServiceError {
  return validation(
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    family,
  )
}
