/** What the service would refuse about an item, said while it is typed. */
import { typeOfValue, type AttributeValue, type Item, type ValueType } from './attribute-value.js'
import type { AttributePath } from './attribute-path.js'
import { base64Length, isBase64 } from './base64.js'
import { normalNumber, numberDigitsMax, numberFault, type NumberFault } from './decimal.js'
import { itemSize, sizeOf } from './item-size.js'
import {
  attributeNameBytesMax,
  itemSizeBytesMax,
  nestingLevelsMax,
  partitionKeyBytesMax,
  sortKeyBytesMax,
} from './limits.js'
import { utf8Length } from './text-order.js'

/** An attribute that is a key of the table, or of an index, which need not have the item. */
export interface KeyAttribute {
  readonly name: string
  readonly type: ValueType
  readonly role: 'partition' | 'sort' | 'index'
}

export interface ItemProblem {
  /** Empty if it is about the whole item. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

export function validateItem(item: Item, keys: readonly KeyAttribute[]): readonly ItemProblem[] {
  const problems: ItemProblem[] = []
  for (const key of keys) problems.push(...keyProblems(item, key))
  for (const [name, value] of Object.entries(item)) collect([name], value, problems)
  const bytes = itemSize(item)
  if (bytes > itemSizeBytesMax) {
    const message = `The item has ${bytes.toLocaleString('en')} bytes, the limit is ${itemSizeBytesMax.toLocaleString('en')}`
    problems.push({ path: [], message })
  }
  return problems
}

/** What is wrong with one value and all that is in it. */
export function validateValue(path: AttributePath, value: AttributeValue): readonly ItemProblem[] {
  const problems: ItemProblem[] = []
  collect(path, value, problems)
  return problems
}

function keyProblems(item: Item, { name, type, role }: KeyAttribute): readonly ItemProblem[] {
  const value = Object.hasOwn(item, name) ? item[name] : undefined
  const problem = (message: string): readonly ItemProblem[] => [{ path: [name], message }]
  if (value === undefined) return role === 'index' ? [] : problem('A key attribute is required')
  if (typeOfValue(value) !== type) {
    return problem(`${role === 'index' ? 'A key of an index' : 'The key'} is of type ${type}`)
  }
  const bytes = sizeOf(value)
  if (type !== 'N' && bytes === 0) return problem('A key may not be empty')
  const max = role === 'sort' ? sortKeyBytesMax : partitionKeyBytesMax
  if (role !== 'index' && bytes > max) return problem(`A ${role} key has at most ${max} bytes`)
  return []
}

function collect(path: AttributePath, value: AttributeValue, problems: ItemProblem[]): void {
  const name = path.at(-1)
  if (typeof name === 'string') {
    const message = nameProblem(name)
    if (message !== undefined) problems.push({ path, message })
  }
  if (path.length > nestingLevelsMax + 1) {
    problems.push({ path, message: `Nested more than ${nestingLevelsMax} levels deep` })
    return
  }
  const message = ownProblem(value)
  if (message !== undefined) problems.push({ path, message })
  if ('M' in value) {
    for (const [member, child] of Object.entries(value.M))
      collect([...path, member], child, problems)
  }
  if ('L' in value) {
    for (const [index, child] of value.L.entries()) collect([...path, index], child, problems)
  }
}

export function nameProblem(name: string): string | undefined {
  if (name === '') return 'A name is required'
  if (utf8Length(name) > attributeNameBytesMax)
    return `A name has at most ${attributeNameBytesMax} bytes`
  return undefined
}

function ownProblem(value: AttributeValue): string | undefined {
  if ('N' in value) return numberProblem(value.N)
  if ('B' in value) return isBase64(value.B) ? undefined : 'Not base64'
  if ('NULL' in value) return value.NULL ? undefined : 'NULL has the one value true'
  if ('SS' in value)
    return setProblem(value.SS, (member) =>
      member === '' ? 'A set may not have an empty member' : undefined,
    )
  if ('NS' in value) return setProblem(value.NS.map(normalNumber), numberProblem)
  if ('BS' in value) return setProblem(value.BS, binaryMemberProblem)
  return undefined
}

function binaryMemberProblem(member: string): string | undefined {
  if (!isBase64(member)) return 'Not base64'
  return base64Length(member) === 0 ? 'A set may not have an empty member' : undefined
}

function setProblem(
  members: readonly string[],
  problemOf: (member: string) => string | undefined,
): string | undefined {
  if (members.length === 0) return 'A set may not be empty'
  if (new Set(members).size < members.length) return 'A set may not have a member twice'
  return members.map(problemOf).find((message) => message !== undefined)
}

const numberSentences: Readonly<Record<NumberFault, string>> = {
  'not a number': 'Not a number',
  'too large': 'Too large: the magnitude is at most 9.99…E+125',
  'too small': 'Too small: the magnitude is at least 1E-130',
  'too many digits': `More than ${numberDigitsMax} significant digits`,
}

export function numberProblem(text: string): string | undefined {
  const fault = numberFault(text)
  return fault === undefined ? undefined : numberSentences[fault]
}
