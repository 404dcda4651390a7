/** The parameters of a statement, read before its text and whether it wants them or not. */
import type { AttributeValue } from '../model/attribute-value.js'
import { readAttributeValue, type RawAttributeValue } from '../model/read-attribute-value.js'

export function readParameters(raw: readonly RawAttributeValue[]): readonly AttributeValue[] {
  return raw.map((value) => readAttributeValue(value))
}
