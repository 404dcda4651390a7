/** Key elements and attribute types as a client names them, turned into keys with types. */
import type { KeyType } from '../../model/attribute-value.js'
import { invalidParameter, validation } from '../../model/errors.js'
import type { IndexKeySchema, KeyAttribute, KeySchema } from '../../model/key-schema.js'
import { indexKeyAttributesMax } from '../../model/limits.js'
import { bucketsFor, defaultBuckets, javaHashOrder } from '../../stdx/java-hash-order.js'

/** Attribute types by name, in the order of the request. */
export type AttributeTypes = ReadonlyMap<string, KeyType>

export interface KeyElement {
  readonly name: string
  readonly role: 'HASH' | 'RANGE'
}

export function tableKeySchema(elements: readonly KeyElement[], types: AttributeTypes): KeySchema {
  if (elements.length > types.size) {
    throw validation('Invalid KeySchema: Some index key attribute have no definition')
  }
  requireDefined(elements, types)
  requireHashThenRange(elements)
  const [partition, sort] = elements.map((element) => keyAttribute(element, types))
  return sort === undefined ? { partition: partition! } : { partition: partition!, sort }
}

/** A global index may have several attributes of each role, all HASH ones first. */
export function indexKeySchema(
  kind: 'local' | 'global',
  elements: readonly KeyElement[],
  types: AttributeTypes,
): IndexKeySchema {
  requireDefined(elements, types)
  if (kind === 'local') requireHashThenRange(elements)
  else requireHashesThenRanges(elements)
  const those = (wanted: KeyElement['role']) =>
    elements.filter(({ role }) => role === wanted).map((element) => keyAttribute(element, types))
  return { partition: those('HASH'), sort: those('RANGE') }
}

/**
 * Checks that some key uses each definition. AWS: an unused one hides all other faults of indexes,
 * even a key that is not defined.
 */
export function requireUsed(
  types: AttributeTypes,
  tableKey: readonly KeyElement[],
  indexes: readonly { readonly keyElements: readonly Pick<KeyElement, 'name'>[] }[],
): void {
  const keys = [...tableKey, ...indexes.flatMap(({ keyElements }) => keyElements)]
  const used = new Set(keys.map(({ name }) => name))
  if ([...types.keys()].every((name) => used.has(name))) return
  const shown = javaHashOrder([...used], defaultBuckets(used.size))
  throw invalidParameter(
    `Some AttributeDefinitions are not used. AttributeDefinitions: [${definedNames(types)}], keys used: [${shown.join(', ')}]`,
  )
}

/** AWS: in the order of a hash set that was made for them. */
function definedNames(types: AttributeTypes): string {
  return javaHashOrder([...types.keys()], bucketsFor(types.size)).join(', ')
}

function requireDefined(elements: readonly KeyElement[], types: AttributeTypes): void {
  if (elements.every(({ name }) => types.has(name))) return
  const keys = elements.map(({ name }) => name)
  throw invalidParameter(
    'Some index key attributes are not defined in AttributeDefinitions. ' +
      `Keys: [${keys.join(', ')}], AttributeDefinitions: [${definedNames(types)}]`,
  )
}

function requireHashThenRange([first, second]: readonly KeyElement[]): void {
  requireHashFirst(first)
  if (second === undefined) return
  if (second.name === first!.name) throw sameName()
  if (second.role !== 'RANGE') {
    throw validation('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type')
  }
}

function requireHashesThenRanges(elements: readonly KeyElement[]): void {
  requireHashFirst(elements[0])
  if (new Set(elements.map(({ name }) => name)).size < elements.length) {
    throw elements.length > 2 ? sameNames() : sameName()
  }
  const roles = elements.map(({ role }) => role)
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

function requireHashFirst(first: KeyElement | undefined): void {
  if (first?.role === 'HASH') return
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

function keyAttribute({ name }: KeyElement, types: AttributeTypes): KeyAttribute {
  return { name, type: types.get(name)! }
}
