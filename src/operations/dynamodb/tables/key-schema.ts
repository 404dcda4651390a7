/** KeySchema and AttributeDefinitions of a request, turned into keys with types. */
import type {
  AttributeDefinition,
  KeySchemaElement,
} from '../../../api/generated/dynamodb-types.js'
import type { KeyType } from '../../../model/attribute-value.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import type { IndexKeySchema, KeyAttribute, KeySchema } from '../../../model/key-schema.js'
import { indexKeyAttributesMax } from '../../../model/limits.js'

/** Attribute types by name, in the order of the request. */
export type AttributeTypes = ReadonlyMap<string, KeyType>

export function readAttributeTypes(definitions: readonly AttributeDefinition[]): AttributeTypes {
  return new Map(
    definitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
}

export function readTableKeySchema(
  elements: readonly KeySchemaElement[],
  types: AttributeTypes,
): KeySchema {
  if (elements.length > types.size) {
    throw validation('Invalid KeySchema: Some index key attribute have no definition')
  }
  requireDefined(elements, types)
  requireHashThenRange(elements)
  const [partition, sort] = elements.map((element) => keyAttribute(element, types))
  return sort === undefined ? { partition: partition! } : { partition: partition!, sort }
}

/** A global index may have several attributes of each role, all HASH ones first. */
export function readIndexKeySchema(
  kind: 'local' | 'global',
  elements: readonly KeySchemaElement[],
  types: AttributeTypes,
): IndexKeySchema {
  requireDefined(elements, types)
  if (kind === 'local') requireHashThenRange(elements)
  else requireHashesThenRanges(elements)
  const role = (type: string) =>
    elements
      .filter(({ KeyType }) => KeyType === type)
      .map((element) => keyAttribute(element, types))
  return { partition: role('HASH'), sort: role('RANGE') }
}

function requireDefined(elements: readonly KeySchemaElement[], types: AttributeTypes): void {
  if (elements.every(({ AttributeName }) => types.has(AttributeName))) return
  const keys = elements.map(({ AttributeName }) => AttributeName)
  throw invalidParameter(
    'Some index key attributes are not defined in AttributeDefinitions. ' +
      `Keys: [${keys.join(', ')}], AttributeDefinitions: [${[...types.keys()].join(', ')}]`,
  )
}

function requireHashThenRange([first, second]: readonly KeySchemaElement[]): void {
  requireHashFirst(first)
  if (second === undefined) return
  if (second.AttributeName === first!.AttributeName) throw sameName()
  if (second.KeyType !== 'RANGE') {
    throw validation('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type')
  }
}

function requireHashesThenRanges(elements: readonly KeySchemaElement[]): void {
  requireHashFirst(elements[0])
  if (new Set(elements.map(({ AttributeName }) => AttributeName)).size < elements.length) {
    throw elements.length > 2 ? sameNames() : sameName()
  }
  const roles = elements.map(({ KeyType }) => KeyType)
  const hashes = roles.filter((role) => role === 'HASH').length
  if (roles.lastIndexOf('HASH') >= hashes) {
    throw invalidParameter(
      'All HASH key attributes must precede RANGE key attributes in the KeySchema',
    )
  }
  for (const [role, count] of [
    ['HASH', hashes],
    ['RANGE', roles.length - hashes],
  ] as const) {
    if (count <= indexKeyAttributesMax) continue
    throw invalidParameter(
      `The KeySchema exceeds the maximum allowed number of ${role} key attributes`,
    )
  }
}

function requireHashFirst(first: KeySchemaElement | undefined): void {
  if (first?.KeyType === 'HASH') return
  throw validation('Invalid KeySchema: The first KeySchemaElement is not a HASH key type')
}

function sameName() {
  return validation(
    'Both the Hash Key and the Range Key element in the KeySchema have the same name',
  )
}

function sameNames() {
  return validation('The KeySchema contains multiple key attributes with the same name')
}

function keyAttribute({ AttributeName }: KeySchemaElement, types: AttributeTypes): KeyAttribute {
  return { name: AttributeName, type: types.get(AttributeName)! }
}

export function describeKeySchema(keySchema: IndexKeySchema): readonly KeySchemaElement[] {
  return [
    ...keySchema.partition.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' }) as const),
    ...keySchema.sort.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' }) as const),
  ]
}
