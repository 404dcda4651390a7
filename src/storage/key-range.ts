/**
 * The stretch of a space that a key condition selects. Conditions are given as bytes: equal parts
 * first, then at most one bound on the part after them.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import type { KeyAttribute } from '../model/key-schema.js'
import { unreachable } from '../stdx/assert.js'
import { encodeKeyValue, escapedPart, terminatedPart } from './key-codec.js'
import { keyAfter, prefixEnd, type KeyRange } from './keyspace.js'

/** A bound on the values of one key attribute. */
export type ValueBound =
  | { readonly kind: '=' | '<' | '<=' | '>' | '>='; readonly value: AttributeValue }
  | { readonly kind: 'between'; readonly lower: AttributeValue; readonly upper: AttributeValue }
  | { readonly kind: 'begins-with'; readonly value: AttributeValue }

/**
 * How a sort value is stored in the keys of a space: at the very end, as in a table, or followed by
 * more, as in an index. Both answer the same questions about a value.
 */
export interface SortLayout {
  /** The first key with the value. */
  first(prefix: Buffer, value: Buffer): Buffer
  /** Above the last key with the value, and below any key with a greater one. */
  after(prefix: Buffer, value: Buffer): Buffer
  /** The common start of all keys whose value starts with the given bytes. */
  stem(prefix: Buffer, value: Buffer): Buffer
}

/** The value is the end of the key. */
export const lastSort: SortLayout = {
  first: (prefix, value) => Buffer.concat([prefix, value]),
  after: (prefix, value) => keyAfter(Buffer.concat([prefix, value])),
  stem: (prefix, value) => Buffer.concat([prefix, value]),
}

/** The value is escaped and terminated, and more follows. */
export const innerSort: SortLayout = {
  first: (prefix, value) => Buffer.concat([prefix, terminatedPart(value)]),
  after: (prefix, value) => prefixEnd(Buffer.concat([prefix, terminatedPart(value)])),
  stem: (prefix, value) => Buffer.concat([prefix, escapedPart(value)]),
}

export function boundedRange(
  layout: SortLayout,
  prefix: Buffer,
  attribute: KeyAttribute,
  bound: ValueBound,
): KeyRange {
  const bytes = (value: AttributeValue) => encodeKeyValue(attribute.type, value)
  const first = (value: AttributeValue) => layout.first(prefix, bytes(value))
  const after = (value: AttributeValue) => layout.after(prefix, bytes(value))
  switch (bound.kind) {
    case '=':
      return { from: first(bound.value), to: after(bound.value) }
    case '<':
      return { from: prefix, to: first(bound.value) }
    case '<=':
      return { from: prefix, to: after(bound.value) }
    case '>':
      return { from: after(bound.value), to: prefixEnd(prefix) }
    case '>=':
      return { from: first(bound.value), to: prefixEnd(prefix) }
    case 'between':
      return { from: first(bound.lower), to: after(bound.upper) }
    case 'begins-with': {
      const stem = layout.stem(prefix, bytes(bound.value))
      return { from: stem, to: prefixEnd(stem) }
    }
    default:
      return unreachable(bound)
  }
}

/** All keys that start with the prefix. */
export function prefixRange(prefix: Buffer): KeyRange {
  return { from: prefix, to: prefixEnd(prefix) }
}
