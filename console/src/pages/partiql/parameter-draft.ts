/** The value of a `?` as it is typed. */
import type { AttributeValue } from '../../values/attribute-value.js'
import { isBase64 } from '../../values/base64.js'
import { numberFault } from '../../values/decimal.js'
import { readDynamoJson } from '../../values/dynamodb-json.js'

export const parameterTypes = ['S', 'N', 'B', 'BOOL', 'NULL', 'JSON'] as const
export type ParameterType = (typeof parameterTypes)[number]

export interface ParameterDraft {
  readonly type: ParameterType
  readonly text: string
}

export const emptyParameter: ParameterDraft = { type: 'S', text: '' }

export type ParameterReading = { readonly value: AttributeValue } | { readonly fault: string }

export function readParameter({ type, text }: ParameterDraft): ParameterReading {
  switch (type) {
    case 'S':
      return { value: { S: text } }
    case 'N': {
      const fault = numberFault(text.trim())
      return fault === undefined ? { value: { N: text.trim() } } : { fault: `It is ${fault}.` }
    }
    case 'B':
      return isBase64(text) ? { value: { B: text } } : { fault: 'It is no base64.' }
    case 'BOOL':
      return { value: { BOOL: text === 'true' } }
    case 'NULL':
      return { value: { NULL: true } }
    case 'JSON':
      return readTyped(text)
  }
}

/** For sets, lists and maps: DynamoDB JSON, as in `{"SS": ["a"]}`. */
function readTyped(text: string): ParameterReading {
  const read = readDynamoJson(`{"value": ${text}\n}`)
  if ('item' in read) {
    const { value } = read.item
    if (value !== undefined) return { value }
  }
  return { fault: 'It is no DynamoDB JSON, such as {"SS": ["a", "b"]}.' }
}

/** As many drafts as there are parameters, keeping what was typed. */
export function fittingDrafts(
  drafts: readonly ParameterDraft[],
  count: number,
): readonly ParameterDraft[] {
  return Array.from({ length: count }, (_, at) => drafts[at] ?? emptyParameter)
}
