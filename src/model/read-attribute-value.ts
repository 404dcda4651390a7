/**
 * Turns attribute values of a request, whose JSON types are already known to be right, into values of
 * the model: numbers in normal form, sets without duplicates, exactly one type each, 32 levels deep.
 *
 * AWS: within one value the faults are reported in the order of the code below; those of a map's
 * members come before the value's own "more than one datatype".
 */
import type { AttributeMap, AttributeValue } from './attribute-value.js'
import { normalizeNumber, type NumberFault } from './decimal.js'
import { invalidParameter, validation, type ServiceError, type ValidationFamily } from './errors.js'
import type { Item } from './item.js'
import { nestingLevelsMax } from './limits.js'
import { orderedMembers } from './set-order.js'

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
  const types = presentTypes(raw)
  if (types === 0) throw emptyValue()
  const value = readTyped(raw, level)
  if (types > 1) throw severalTypes()
  return value
}

function readMap(raw: RawAttributeMap, level: number): AttributeMap {
  const entries: [string, AttributeValue][] = []
  let unchanged = true
  for (const name in raw) {
    const value = readAttributeValue(raw[name]!, level)
    if (value !== raw[name]) unchanged = false
    entries.push([name, value])
  }
  // Most maps arrive in normal form; sharing them saves rebuilding what was just parsed.
  return unchanged ? (raw as AttributeMap) : Object.fromEntries(entries)
}

const typeNames = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'] as const

function presentTypes(raw: RawAttributeValue): number {
  let count = 0
  for (const type of typeNames) if (raw[type] !== undefined) count++
  return count
}

/** Checks every member that is there and returns the value of the last one read. */
function readTyped(raw: RawAttributeValue, level: number): AttributeValue {
  let value = raw as AttributeValue
  if (raw.N !== undefined) value = readNumber(raw as { readonly N: string })
  if (raw.NULL === false) throw nullNotTrue()
  if (raw.SS?.length === 0) throw emptySet('An string set  may not be empty')
  if (raw.NS?.length === 0) throw emptySet('An number set  may not be empty')
  if (raw.BS?.length === 0) throw emptySet('Binary sets should not be empty')
  if (raw.NS !== undefined) value = { NS: readNumberSet(raw.NS) }
  if (raw.SS !== undefined) value = { SS: readSet('SS', membersOf(raw.SS, 'string')) }
  if (raw.BS !== undefined) value = { BS: readSet('BS', membersOf(raw.BS, 'binary')) }
  if (raw.M !== undefined) value = readMapValue(raw as { readonly M: RawAttributeMap }, level)
  if (raw.L !== undefined)
    value = readListValue(raw as { readonly L: readonly RawAttributeValue[] }, level)
  return value
}

function readNumber(raw: { readonly N: string }): AttributeValue {
  const text = readNumberText(raw.N)
  return text === raw.N ? raw : { N: text }
}

/** A number's normal form, or the service's sentence about it. */
export function readNumberText(text: string): string {
  const result = normalizeNumber(text)
  if ('text' in result) return result.text
  throw validation(numberSentence(result.fault, text), 'value')
}

export function numberSentence(fault: NumberFault, text = ''): string {
  if (fault !== 'not-a-number') return rangeSentences[fault]
  return `The parameter cannot be converted to a numeric value: ${text}`
}

const rangeSentences = {
  overflow:
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  underflow:
    'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  'too-many-digits': 'Attempting to store more than 38 significant digits in a Number',
} as const

function readNumberSet(raw: readonly (string | null)[]): readonly string[] {
  const numbers = membersOf(raw, 'number').map(readNumberText)
  if (firstRepeat(numbers) !== undefined) {
    throw invalidParameter('Input collection contains duplicates.', 'value')
  }
  return orderedMembers('NS', numbers)
}

function membersOf(raw: readonly (string | null)[], kind: string): readonly string[] {
  if (raw.includes(null)) {
    throw invalidParameter(`An ${kind} set may not have a null string as a member`, 'value')
  }
  return raw as readonly string[]
}

function readSet(type: 'SS' | 'BS', members: readonly string[]): readonly string[] {
  const repeat = firstRepeat(members)
  if (repeat === undefined) return orderedMembers(type, members)
  const printed = printedUpTo(type, members, repeat)
  // AWS: blanks after the commas of one and not of the other, and none before "of".
  const sentence = type === 'SS' ? `[${printed.join(', ')}]` : `[${printed.join(',')}]of type BS`
  throw invalidParameter(`Input collection ${sentence} contains duplicates.`, 'value')
}

/** The position of the first member that stands earlier too. */
function firstRepeat(members: readonly string[]): number | undefined {
  const seen = new Set<string>()
  for (const [i, member] of members.entries()) {
    if (seen.has(member)) return i
    seen.add(member)
  }
  return undefined
}

/** AWS: the members before the repeat in order, then the one that repeats, quoted. */
function printedUpTo(
  type: 'SS' | 'BS',
  members: readonly string[],
  repeat: number,
): readonly string[] {
  const before = orderedMembers(type, members.slice(0, repeat))
  return [...before, members[repeat]!].map((member) => `"${member}"`)
}

function readMapValue(raw: { readonly M: RawAttributeMap }, level: number): AttributeValue {
  const map = readMap(raw.M, level + 1)
  return map === raw.M ? (raw as AttributeValue) : { M: map }
}

function readListValue(
  raw: { readonly L: readonly RawAttributeValue[] },
  level: number,
): AttributeValue {
  return { L: raw.L.map((element) => readAttributeValue(element, level + 1)) }
}

function emptyValue(): ServiceError {
  return validation(
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
  )
}

function severalTypes(): ServiceError {
  return validation(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  )
}

function nullNotTrue(): ServiceError {
  return invalidParameter('Null attribute value types must have the value of true', 'value')
}

function emptySet(sentence: string): ServiceError {
  return invalidParameter(sentence, 'value')
}

/** With a family when the request itself is too deep, without one when an update would make it so. */
export function tooDeep(family?: ValidationFamily): ServiceError {
  return validation(
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    family,
  )
}
