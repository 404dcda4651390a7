/**
 * The names and values that a request gives for the placeholders of its expressions. They are
 * checked as maps before any expression is read, and their use is recorded, since unused ones are
 * refused in the end.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import type { DocumentPath, PathElement } from '../model/document-path.js'
import { retold, ServiceError, validation } from '../model/errors.js'
import { attributeNameBytesMax, substitutionKeyBytesMax } from '../model/limits.js'
import {
  readAttributeValue,
  tooDeep,
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

export class Substitutions {
  readonly #names: ReadonlyMap<string, string>
  readonly #values: ReadonlyMap<string, AttributeValue>
  readonly #used = new Set<string>()

  /** With `bareValueFaults`, faults of values are reported as if the value were in an item. */
  constructor(names: NameMap | undefined, values: ValueMap | undefined, bareValueFaults: boolean) {
    this.#names = names === undefined ? new Map<string, string>() : readNames(names)
    this.#values =
      values === undefined ? new Map<string, AttributeValue>() : readValues(values, bareValueFaults)
  }

  requireName(expression: ExpressionName, placeholder: string): string {
    const name = this.#names.get(placeholder)
    if (name === undefined) throw expressionFault(expression, sentences.undefinedName(placeholder))
    this.#used.add(placeholder)
    return name
  }

  requireValue(expression: ExpressionName, placeholder: string): AttributeValue {
    const value = this.#values.get(placeholder)
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
    this.#refuseUnused(this.#names.keys(), substitutionSentences.unusedNames)
    this.#refuseUnused(this.#values.keys(), substitutionSentences.unusedValues)
  }

  // AWS lists them in the order of a hash set; sorted order is stable.
  #refuseUnused(keys: Iterable<string>, sentence: (keys: string) => string): void {
    const unused: string[] = []
    for (const key of keys) if (!this.#used.has(key)) unused.push(key)
    if (unused.length === 0) return
    const listed = unused.length > sortedKeysMax ? unused : unused.sort()
    throw validation(sentence(listed.join(', ')), 'unused-substitution')
  }
}

/** Sorting more takes long, and nobody reads so many. */
const sortedKeysMax = 1000

const nameKey = /^#\w+$/
const valueKey = /^:\w+$/

function readNames(names: NameMap): ReadonlyMap<string, string> {
  const entries = Object.entries(names)
  if (entries.length === 0) throw mapFault(substitutionSentences.namesEmpty)
  for (const [key, name] of entries) checkName(key, name)
  return new Map(entries)
}

function checkName(key: string, name: string): void {
  const bytes = Buffer.byteLength(key)
  if (bytes > substitutionKeyBytesMax) throw mapFault(substitutionSentences.nameKeyTooLong(bytes))
  if (!nameKey.test(key)) throw mapFault(substitutionSentences.nameKeySyntax(key))
  if (name === '') throw mapFault(substitutionSentences.nameEmpty(key))
  if (Buffer.byteLength(name) > attributeNameBytesMax) {
    throw mapFault(substitutionSentences.nameTooLong(key))
  }
}

function readValues(values: ValueMap, bareFaults: boolean): ReadonlyMap<string, AttributeValue> {
  const keys = Object.keys(values)
  if (keys.length === 0) throw mapFault(substitutionSentences.valuesEmpty)
  for (const key of keys) checkValueKey(key)
  const read = new Map<string, AttributeValue>()
  for (const key of keys) read.set(key, readValue(key, values[key]!, bareFaults))
  return read
}

function checkValueKey(key: string): void {
  if (Buffer.byteLength(key) > substitutionKeyBytesMax) {
    throw mapFault(substitutionSentences.valueKeyTooLong)
  }
  if (!valueKey.test(key)) throw mapFault(substitutionSentences.valueKeySyntax(key))
}

function readValue(key: string, raw: RawAttributeValue, bareFaults: boolean): AttributeValue {
  try {
    return readAttributeValue(raw)
  } catch (error) {
    if (!(error instanceof ServiceError) || standsBare(error, bareFaults)) throw error
    throw retold(error, (sentence) => substitutionSentences.valueInvalid(sentence, key))
  }
}

// AWS: no operation names the placeholder of a value that is nested too deeply.
function standsBare(error: ServiceError, bareFaults: boolean): boolean {
  return bareFaults || error.message === tooDeep().message
}

function mapFault(sentence: string): ServiceError {
  return validation(sentence, 'substitution-map')
}
