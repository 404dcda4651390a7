/**
 * Parses the JSON of one attribute value, as `JSON.stringify` wrote it.
 *
 * A set of a hundred thousand short members takes `JSON.parse` four times as long as cutting its
 * text at the quotes, because it looks each member up in the table of all known strings.
 */
import type { AttributeValue } from '../model/attribute-value.js'

/** Shorter values are parsed as fast as anything. */
const longSetLengthMin = 4096

export function parseValue(json: string): AttributeValue {
  const make = json.length < longSetLengthMin ? undefined : setsBy.get(json.slice(0, openingLength))
  if (make === undefined || json.includes('\\')) return JSON.parse(json) as AttributeValue
  return make(json.slice(openingLength, -closingLength).split('","'))
}

type MakeSet = (members: readonly string[]) => AttributeValue

/** By how their JSON begins. */
const setsBy: ReadonlyMap<string, MakeSet> = new Map<string, MakeSet>([
  ['{"NS":["', (NS) => ({ NS })],
  ['{"SS":["', (SS) => ({ SS })],
  ['{"BS":["', (BS) => ({ BS })],
])

const openingLength = '{"NS":["'.length
const closingLength = '"]}'.length
