/**
 * What an item may hold in the attributes of vector indexes: nothing, or a vector of the right length and
 * values of the right types. If several indexes refuse an item, the first by name is reported.
 *
 * AWS: these sentences were recorded in eu-west-2; in us-east-1 they begin and end a little differently.
 */
import { typeOf, type AttributeValue } from '../../model/attribute-value.js'
import { parameterNotValid, validation, type ServiceError } from '../../model/errors.js'
import { attributeOf, type Item } from '../../model/item.js'
import { searchAttributes, type KeyAttribute } from '../../model/key-schema.js'
import { partitionKeyBytesMax } from '../../model/limits.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import { floatOf } from '../../vectors/float-text.js'
import { emptyKeyValue, keyBytes, partitionKeyTooLong } from '../primary-key.js'

export function checkVectors(
  indexes: readonly VectorIndexDefinition[],
  item: Item,
  changed: (attributeName: string) => boolean = () => true,
): void {
  for (const index of byName(indexes)) {
    const vector = attributeOf(item, index.attribute)
    if (vector !== undefined && changed(index.attribute)) checkVector(index, vector)
    for (const attribute of searchAttributes(index)) {
      const value = attributeOf(item, attribute.name)
      if (value !== undefined && changed(attribute.name)) checkSearchValue(index, attribute, value)
    }
  }
}

function checkVector(index: VectorIndexDefinition, value: AttributeValue): void {
  const { attribute, dimensions } = index
  if (typeOf(value) !== 'L') {
    throw refused(
      index,
      `Invalid type for parameter ${attribute}, Expected: 32-bit floating point number list`,
    )
  }
  const list = (value as { L: readonly AttributeValue[] }).L
  if (list.length !== dimensions) {
    throw refused(
      index,
      `Invalid size for parameter ${attribute}, Expected: ${dimensions}, Actual: ${list.length}`,
    )
  }
  for (const [i, element] of list.entries()) checkElement(index, i, element)
}

function checkElement(index: VectorIndexDefinition, at: number, element: AttributeValue): void {
  const where = `${index.attribute}[${at}]`
  const type = typeOf(element)
  if (type !== 'N') {
    throw refused(
      index,
      `Invalid type for parameter ${where}, Expected: 32-bit floating point number, Actual: ${type}.`,
    )
  }
  const { N: text } = element as { N: string }
  if (floatOf(text) !== undefined) return
  throw refused(
    index,
    `Invalid value for parameter ${where}, Value: ${scientific(text)} is outside valid range [-3.4028235E38, 3.4028235E38].`,
  )
}

function checkSearchValue(
  index: VectorIndexDefinition,
  { name, type: expected }: KeyAttribute,
  value: AttributeValue,
): void {
  const actual = typeOf(value)
  if (actual !== expected) {
    throw refused(
      index,
      `Attribute '${name}' type mismatch. Expected: ${expected}, Actual: ${actual}.`,
    )
  }
  if (name !== index.hash?.name) return
  const empty = emptyKeyValue(value)
  if (empty !== undefined) {
    throw parameterNotValid(
      `A value specified for a secondary index key is not supported. ${empty} IndexName: ${index.name}, IndexKey: ${name}`,
    )
  }
  if (keyBytes(value) > partitionKeyBytesMax) throw partitionKeyTooLong()
}

/** AWS: a full stop where other sentences have a colon. */
function refused({ name }: VectorIndexDefinition, sentence: string): ServiceError {
  return validation(`One or more parameter values were invalid. ${sentence} IndexName: ${name}`)
}

/** AWS: as Java prints numbers of this size: 3.5E+38. */
function scientific(text: string): string {
  const [, sign, digits = ''] = /^(-?)(\d+)/.exec(text) ?? []
  const significant = digits.replace(/0+$/, '')
  const fraction = significant.length > 1 ? `.${significant.slice(1)}` : ''
  return `${sign}${significant[0]}${fraction}E+${digits.length - 1}`
}

function byName(indexes: readonly VectorIndexDefinition[]): readonly VectorIndexDefinition[] {
  return indexes.length < 2 ? indexes : [...indexes].sort((a, b) => (a.name < b.name ? -1 : 1))
}
