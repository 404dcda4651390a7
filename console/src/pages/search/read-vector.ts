/** A vector that somebody pasted: a JSON list of numbers, or the same as DynamoDB JSON. No digit is lost. */
import type { AttributeValue } from '../../values/attribute-value.js'
import { JsonTextError, lineOf, readJson, type JsonNode } from '../../values/read-json.js'

export type ReadVector =
  { readonly vector: readonly NumberValue[] } | { readonly fault: string | undefined }

export interface NumberValue {
  readonly N: string
}

/** Nothing was pasted yet: no vector, and nothing to say about it. */
const nothing: ReadVector = { fault: undefined }

export function readVector(text: string): ReadVector {
  if (text.trim() === '') return nothing
  try {
    const list = listOf(readJson(text))
    if (list === undefined) return { fault: 'Expected a list of numbers: [0.1, 0.7, 0.2]' }
    const numbers = list.map(numberOf)
    const wrong = numbers.indexOf(undefined)
    if (wrong !== -1) return { fault: `Element ${wrong + 1} is no number.` }
    return { vector: numbers.flatMap((number) => (number === undefined ? [] : [{ N: number }])) }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    const { line, column } = lineOf(text, error.fault.start)
    return { fault: `${error.fault.message} (line ${line}, column ${column}).` }
  }
}

function listOf(node: JsonNode): readonly JsonNode[] | undefined {
  if (node.kind === 'array') return node.elements
  const list = memberOf(node, 'L')
  return list?.kind === 'array' ? list.elements : undefined
}

function numberOf(node: JsonNode): string | undefined {
  if (node.kind === 'number') return node.text
  const number = memberOf(node, 'N')
  return number?.kind === 'string' ? number.text : undefined
}

/** The only member of an object, if it has this name. */
function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  if (node.kind !== 'object' || node.members.length !== 1) return undefined
  const [member] = node.members
  return member?.name === name ? member.value : undefined
}

/** What an item has as a vector, to be pasted; undefined if it is none. */
export function vectorText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined || !('L' in value)) return undefined
  const numbers = value.L.map((each) => ('N' in each ? each.N : undefined))
  return numbers.includes(undefined) ? undefined : `[${numbers.join(', ')}]`
}
