/**
 * The names and values that a request gives for the placeholders of its expressions. They are
 * checked as maps before any expression is read, and their use is recorded, since unused ones are
 * refused in the end.
 */
import type { AttributeMap, AttributeValue } from '../model/attribute-value.js'
import type { DocumentPath, PathElement } from '../model/document-path.js'
import { retold, ServiceError, validation } from '../model/errors.js'
import { attributeNameBytesMax, substitutionKeyBytesMax } from '../model/limits.js'
import { namesIn } from '../model/read-ahead.js'
import {
  readAttributeValue,
  tooDeep,
  wasReadAhead,
  type RawAttributeValue,
} from '../model/read-attribute-value.js'
import {
  expressionFault,
  sentences,
  substitutionSentences,
  type ExpressionName,
} from './sentences.js'
import type { PathSyntax } from './syntax.js'

export type NameMap = Readonly<Record<string, string>>
export type ValueMap = Readonly<Record<string, RawAttributeValue>>

/** One of the two maps. All keys in it begin with `#` or `:`, so none is inherited. */
interface Given<T> {
  readonly keys: readonly string[]
  readonly map: { readonly [key: string]: T }
}

const nothing: Given<never> = { keys: [], map: {} }

/** How an operation reads values. */
export type ValueReading =
  /** Faults name the placeholder, except that of a value that is nested too deeply. */
  | 'usual'
  /** AWS: single-item writes never name it. */
  | 'bare'
  /** AWS: transactions always do, and a value may have one level more than in an item. */
  | 'transacted'

export class Substitutions {
  readonly #names: Given<string>
  readonly #values: Given<AttributeValue>
  readonly #used = new Set<string>()

  constructor(names: NameMap | undefined, values: ValueMap | undefined, reading: ValueReading) {
    this.#names = names === undefined ? nothing : readNames(names)
    this.#values = values === undefined ? nothing : readValues(values, reading)
  }

  requireName(expression: ExpressionName, placeholder: string): string {
    const name = this.#names.map[placeholder]
    if (name === undefined) throw expressionFault(expression, sentences.undefinedName(placeholder))
    this.#used.add(placeholder)
    return name
  }

  requireValue(expression: ExpressionName, placeholder: string): AttributeValue {
    const value = this.#values.map[placeholder]
    if (value === undefined)
      throw expressionFault(expression, sentences.undefinedValue(placeholder))
    this.#used.add(placeholder)
    return value
  }

  requirePath(expression: ExpressionName, path: PathSyntax): DocumentPath {
    const elements = path.elements.map((element): PathElement => {
      if (element.kind === 'placeholder') return this.requireName(expression, element.placeholder)
      return element.kind === 'name' ? element.name : element.index
    })
    return elements as unknown as DocumentPath
  }

  refuseUnused(): void {
    if (this.#used.size === this.#names.keys.length + this.#values.keys.length) return
    this.#refuseUnused(this.#names.keys, substitutionSentences.unusedNames)
    this.#refuseUnused(this.#values.keys, substitutionSentences.unusedValues)
  }

  // AWS lists them in the order of a hash set; sorted order is stable.
  #refuseUnused(keys: readonly string[], sentence: (keys: string) => string): void {
    const unused = keys.filter((key) => !this.#used.has(key))
    if (unused.length === 0) return
    const listed = unused.length > sortedKeysMax ? unused : unused.sort()
    throw validation(sentence(listed.join(', ')), 'unused-substitution')
  }
}

/** Sorting more takes long, and nobody reads so many. */
const sortedKeysMax = 1000

const nameKey = /^#\w+$/
const valueKey = /^:\w+$/

function readNames(names: NameMap): Given<string> {
  const keys = namesIn(names)
  if (keys.length === 0) throw mapFault(substitutionSentences.namesEmpty)
  for (const key of keys) checkName(key, names[key]!)
  return { keys, map: names }
}

function checkName(key: string, name: string): void {
  if (isLongerThan(substitutionKeyBytesMax, key)) {
    throw mapFault(substitutionSentences.nameKeyTooLong(Buffer.byteLength(key)))
  }
  if (!nameKey.test(key)) throw mapFault(substitutionSentences.nameKeySyntax(key))
  if (name === '') throw mapFault(substitutionSentences.nameEmpty(key))
  if (isLongerThan(attributeNameBytesMax, name)) {
    throw mapFault(substitutionSentences.nameTooLong(key))
  }
}

function readValues(values: ValueMap, reading: ValueReading): Given<AttributeValue> {
  const keys = namesIn(values)
  if (keys.length === 0) throw mapFault(substitutionSentences.valuesEmpty)
  for (const key of keys) checkValueKey(key)
  if (wasReadAhead(values, firstLevel(reading))) return { keys, map: values as AttributeMap }
  let changed: Map<string, AttributeValue> | undefined
  for (const key of keys) {
    const given = values[key]!
    const value = readValue(key, given, reading)
    if (value !== given) (changed ??= new Map()).set(key, value)
  }
  if (changed === undefined) return { keys, map: values as AttributeMap }
  return { keys, map: { ...(values as AttributeMap), ...Object.fromEntries(changed) } }
}

function checkValueKey(key: string): void {
  if (isLongerThan(substitutionKeyBytesMax, key)) {
    throw mapFault(substitutionSentences.valueKeyTooLong)
  }
  if (!valueKey.test(key)) throw mapFault(substitutionSentences.valueKeySyntax(key))
}

/** The most UTF-8 bytes that one UTF-16 code unit can take. */
const bytesPerUnitMax = 3

/** Counting bytes costs something, and nearly all texts are far too short to need it. */
function isLongerThan(bytesMax: number, text: string): boolean {
  return text.length * bytesPerUnitMax > bytesMax && Buffer.byteLength(text) > bytesMax
}

function firstLevel(reading: ValueReading): number {
  return reading === 'transacted' ? 0 : 1
}

function readValue(key: string, raw: RawAttributeValue, reading: ValueReading): AttributeValue {
  try {
    return readAttributeValue(raw, firstLevel(reading))
  } catch (error) {
    if (!(error instanceof ServiceError) || standsBare(error, reading)) throw error
    throw retold(error, (sentence) => substitutionSentences.valueInvalid(sentence, key))
  }
}

function standsBare(error: ServiceError, reading: ValueReading): boolean {
  if (reading !== 'usual') return reading === 'bare'
  return error.message === tooDeep().message
}

function mapFault(sentence: string): ServiceError {
  return validation(sentence, 'substitution-map')
}
