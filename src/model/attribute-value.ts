/**
 * The ten types of value an attribute can have.
 *
 * A value is kept in the shape it has on the wire: one member, named by its type. Numbers are text
 * in DynamoDB's normal form and binaries are canonical base64, so two scalars of one type are equal
 * exactly when their texts are. `read-attribute-value.ts` establishes this once, when a request's
 * values are read; nothing checks it again later.
 */
export type AttributeType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'SS' | 'NS' | 'BS' | 'L' | 'M'

export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: AttributeMap }

/**
 * Attributes by name. Names are untrusted and may be `__proto__` or `toString`: read with
 * `attributeOf` from `item.ts`, and build with spreads and computed keys, which define own members.
 */
export type AttributeMap = { readonly [name: string]: AttributeValue }

/** The three types that a key attribute can have, which are also the ordered ones. */
export type KeyType = 'S' | 'N' | 'B'

export function typeOf(value: AttributeValue): AttributeType {
  for (const type in value) return type as AttributeType
  throw new TypeError('an attribute value has exactly one member')
}

/** The payload of a value, whatever its type. */
export function payloadOf(value: AttributeValue): unknown {
  for (const type in value) return (value as Record<string, unknown>)[type]
  return undefined
}

/** The bytes of a binary value. */
export function binaryBytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

/** How many bytes a canonical base64 text encodes, without decoding it. */
export function binaryLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}
