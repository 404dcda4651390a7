/** Converts KeySchema and AttributeDefinitions between wire shapes and ours. */
import type {
  AttributeDefinition,
  KeySchemaElement,
} from '../../../api/generated/dynamodb-types.js'
import type { AttributeTypes, KeyElement } from '../../../catalog/rules/key-elements.js'
import type { IndexKeySchema } from '../../../model/key-schema.js'

export function attributeTypesIn(definitions: readonly AttributeDefinition[]): AttributeTypes {
  return new Map(
    definitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
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
