/** That what a statement compares a key attribute with could be in a key, in the words of statements. */
import type { KeyCondition } from '../expressions/key-conditions.js'
import { typeOf, type AttributeType } from '../model/attribute-value.js'
import { validation } from '../model/errors.js'
import type { KeyAttribute } from '../model/key-schema.js'
import { valuesOf } from './key-bounds.js'

const keyTypes: ReadonlySet<AttributeType> = new Set(['S', 'N', 'B'])

/** The bound is about one of the attributes. */
export function requireKeyType(attributes: readonly KeyAttribute[], bound: KeyCondition): void {
  const { name, type } = attributes.find((attribute) => attribute.name === bound.attribute)!
  for (const value of valuesOf(bound)) {
    const actual = typeOf(value)
    if (!keyTypes.has(actual)) {
      throw validation(
        `Key value must be of type S, N, or B. Key name: ${name}, Key type: ${actual}`,
      )
    }
    if (actual !== type) {
      throw validation(
        `Key attribute's data type should match its data type in table's schema: Key ${name}`,
      )
    }
  }
}
