/** A search while it is typed, and the request that it makes. */
import type {
  SearchVectorsInput,
  TableDescription,
  VectorIndexDescription,
} from '../../api/generated/dynamodb-types.js'
import type { ScalarKey } from '../../code/key-attributes.js'
import { Placeholders } from '../../code/placeholders.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { topKMax } from './limits.js'
import { readVector } from './read-vector.js'

export interface SearchDraft {
  readonly vector: string
  readonly topK: string
  /** By attribute; an empty text is no condition. */
  readonly conditions: Readonly<Record<string, string>>
}

export const emptySearch: SearchDraft = { vector: '', topK: '10', conditions: {} }

export interface SearchAttribute extends ScalarKey {
  readonly role: 'hash' | 'filter'
}

/** What a search of the index may name. */
export function searchAttributes(
  { SearchSchema = [] }: VectorIndexDescription,
  { AttributeDefinitions = [] }: TableDescription,
): readonly SearchAttribute[] {
  return SearchSchema.map(({ AttributeName: name, SearchSchemaElementType }) => ({
    name,
    type: AttributeDefinitions.find((each) => each.AttributeName === name)?.AttributeType ?? 'S',
    role: SearchSchemaElementType === 'HASH' ? 'hash' : 'filter',
  }))
}

export function typedValue(type: ScalarKey['type'], text: string): AttributeValue {
  if (type === 'N') return { N: text.trim() }
  return type === 'B' ? { B: text.trim() } : { S: text }
}

export function topKFault(text: string): string | undefined {
  return /^[1-9]\d*$/.test(text) && Number(text) <= topKMax ? undefined : `1 to ${topKMax}.`
}

/** Undefined as long as there is no vector, or no number of results. Everything else is for the service to judge. */
export function searchInput(
  draft: SearchDraft,
  TableName: string,
  IndexName: string,
  attributes: readonly SearchAttribute[],
): SearchVectorsInput | undefined {
  const read = readVector(draft.vector)
  if (!('vector' in read) || topKFault(draft.topK) !== undefined) return undefined
  const placeholders = new Placeholders()
  const conditions = attributes.flatMap(({ name, type }) => {
    const text = draft.conditions[name] ?? ''
    if (text === '') return []
    return [`${placeholders.name(name)} = ${placeholders.value(typedValue(type, text))}`]
  })
  return {
    TableName,
    IndexName,
    SearchVector: read.vector,
    TopK: Number(draft.topK),
    ...(conditions.length > 0 && { SearchConditionExpression: conditions.join(' AND ') }),
    ...placeholders.members(),
  }
}
