/** Converts KeySchema and AttributeDefinitions between wire shapes and ours. */
import type {
  AttributeDefinition,
  KeySchemaElement,
} from '../../../api/generated/dynamodb-types.js'
import type { AttributeTypes, KeyElement } from '../../../catalog/rules/key-elements.js'
import type { KeyType } from '../../../model/attribute-value.js'
import { validation } from '../../../model/errors.js'
import type { IndexKeySchema } from '../../../model/key-schema.js'

/** AWS: an attribute that is defined twice is refused, even with the same type. */
export function attributeTypesIn(definitions: readonly AttributeDefinition[]): AttributeTypes {
  const types = new Map<string, KeyType>()
  for (const { AttributeName, AttributeType } of definitions) {
    if (types.has(AttributeName)) {
      throw validation(`Attribute Name is duplicated: ${AttributeName}`)
    }
    types.set(AttributeName, AttributeType)
  }
  return types
}

export function keyElementsOf(elements: readonly KeySchemaElement[]): readonly KeyElement[] {
  return elements.map(({ AttributeName, KeyType }) => ({ name: AttributeName, role: KeyType }))
}

export function describeKeySchema(keySchema: IndexKeySchema): readonly KeySchemaElement[] {
  return [
    ...keySchema.partition.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' }) as const),
    ...keySchema.sort.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' }) as const),
  ]
}
