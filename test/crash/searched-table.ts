/** A table with vector indexes of every distance, items for it by seed, and what a search of it has to find. */
import { queryVector, compareScores, scoreOf } from '../../src/vectors/distance.js'
import type { VectorDistance } from '../../src/model/table.js'
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { attribute, hash, onDemand } from '../support/tables.js'
import type { MakeVector } from '../support/vector-sets.js'
import { filter, near, scope, searchVector, vector } from '../support/vectors.js'

/** The fewest that are kept as bytes. */
export const dimensions = 64

interface SearchedIndex {
  readonly name: string
  readonly distance: VectorDistance
  readonly isScoped?: true
}

const indexes: readonly SearchedIndex[] = [
  { name: 'cosine', distance: 'cosine' },
  { name: 'scoped', distance: 'dot-product', isScoped: true },
  { name: 'rebuilt', distance: 'euclidean' },
]
/** The index that is deleted and built again meanwhile. */
export const rebuilt = definitionOf(indexes[2]!)

export const searchedTable: Json = {
  AttributeDefinitions: ['pk', 'tenant', 'colour'].map((name) => attribute(name, 'S')),
  KeySchema: [hash('pk')],
  VectorIndexes: indexes.map(definitionOf),
  ...onDemand,
}

function definitionOf({ name, distance, isScoped }: SearchedIndex): Json {
  return near({
    IndexName: name,
    Dimensions: dimensions,
    DistanceFunction: distance.toUpperCase().replace('-', '_'),
    SearchSchema: [...(isScoped ? [scope('tenant')] : []), filter('colour')],
  })
}

type Attributes = Readonly<Record<string, { readonly S: string }>> & {
  readonly emb?: { readonly L: readonly { readonly N: string }[] }
}

/** Some have no vector, some are in no scope. */
export function someItem(pk: string, next: MakeVector, chance: Chance): Json {
  return {
    pk: { S: pk },
    ...(chance() < 0.9 && { emb: vector(...[...next()].map((n) => n.toFixed(3))) }),
    ...(chance() < 0.9 && { tenant: { S: oneOf(chance, tenants) } }),
    ...(chance() < 0.8 && { colour: { S: oneOf(chance, colours) } }),
  }
}

const tenants = ['a', 'b']
const colours = ['red', 'green']

/** A search, and its answer if it were made by looking at every item. */
export class SomeSearch {
  readonly #index: SearchedIndex
  readonly #vector: Float32Array
  readonly #topK: number
  readonly #conditions: ReadonlyMap<string, string>

  constructor(next: MakeVector, chance: Chance) {
    this.#index = oneOf(chance, indexes)
    // Not more precise than it is sent.
    this.#vector = next().map((n) => Number(n.toFixed(3)))
    this.#topK = 1 + below(chance, 20)
    const conditions = new Map<string, string>()
    if (this.#index.isScoped) conditions.set('tenant', oneOf(chance, tenants))
    if (chance() < 0.3) conditions.set('colour', oneOf(chance, colours))
    this.#conditions = conditions
  }

  get indexName(): string {
    return this.#index.name
  }

  /** What to send. */
  inputFor(TableName: string): Json {
    const conditions = [...this.#conditions]
    return {
      TableName,
      IndexName: this.#index.name,
      SearchVector: searchVector(...this.#vector),
      TopK: this.#topK,
      ...(conditions.length > 0 && {
        SearchConditionExpression: conditions.map(([name]) => `${name} = :${name}`).join(' AND '),
        ExpressionAttributeValues: Object.fromEntries(
          conditions.map(([name, text]) => [`:${name}`, { S: text }]),
        ),
      }),
    }
  }

  /** The keys of the nearest items and their scores, the nearest first. */
  amongAll(items: readonly Json[]): readonly (readonly [string, number])[] {
    const query = queryVector(this.#vector)
    const { distance } = this.#index
    return (items as readonly Attributes[])
      .flatMap((item): readonly (readonly [string, number])[] => {
        if (item.emb === undefined || !this.#matches(item)) return []
        const values = Float32Array.from(item.emb.L, ({ N }) => Number(N))
        return [[item['pk']!.S, scoreOf(distance, query, values)]]
      })
      .sort(([, a], [, b]) => compareScores(distance, a, b))
      .slice(0, this.#topK)
  }

  #matches(item: Attributes): boolean {
    return [...this.#conditions].every(([name, text]) => item[name]?.S === text)
  }
}

export async function allItems(client: Client, TableName: string): Promise<readonly Json[]> {
  const items: Json[] = []
  let ExclusiveStartKey: unknown
  do {
    const page = await client.ask('Scan', { TableName, ConsistentRead: true, ExclusiveStartKey })
    items.push(...(page['Items'] as readonly Json[]))
    ExclusiveStartKey = page['LastEvaluatedKey']
  } while (ExclusiveStartKey !== undefined)
  return items
}
