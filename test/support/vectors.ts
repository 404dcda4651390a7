/** Tables with vector indexes, and searches, for tests. */
import type { Client, Json } from './client.js'
import { attribute, hash, onDemand, projectAll } from './tables.js'

/** A list of numbers as an attribute. */
export const vector = (...numbers: readonly (number | string)[]): Json => ({
  L: numbers.map((number) => ({ N: String(number) })),
})

/** The same as a search has it. */
export const searchVector = (...numbers: readonly (number | string)[]): readonly Json[] =>
  numbers.map((number) => ({ N: String(number) }))

/** An index `near` on `emb` of two dimensions; `more` changes it. */
export const near = (more: Json = {}): Json => ({
  IndexName: 'near',
  VectorAttribute: { AttributeName: 'emb' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
  Projection: projectAll,
  ...more,
})

export const scope = (AttributeName: string): Json => ({
  AttributeName,
  SearchSchemaElementType: 'HASH',
})

export const filter = (AttributeName: string): Json => ({
  AttributeName,
  SearchSchemaElementType: 'INLINE_FILTER',
})

/** `pk`, with these vector indexes; attributes that searches may name are strings. */
export const withVectors = (
  VectorIndexes: readonly Json[],
  searched: readonly string[] = [],
): Json => ({
  AttributeDefinitions: ['pk', ...searched].map((name) => attribute(name, 'S')),
  KeySchema: [hash('pk')],
  VectorIndexes,
  ...onDemand,
})

export interface SearchAnswer {
  readonly SearchResults: readonly { readonly Item: Json; readonly Score: number }[]
  readonly ConsumedCapacity?: Json
}

export async function search(client: Client, input: Json): Promise<SearchAnswer> {
  return (await client.ask('SearchVectors', {
    IndexName: 'near',
    SearchVector: searchVector(0, 0),
    TopK: 10,
    ...input,
  })) as unknown as SearchAnswer
}

/** The keys that a search found, in its order. */
export function keysOf({ SearchResults }: SearchAnswer): readonly string[] {
  return SearchResults.map(({ Item }) => (Item['pk'] as { S: string }).S)
}
