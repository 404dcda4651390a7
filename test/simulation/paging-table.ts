/**
 * A table to page through: keys of random types, items with many equal index keys, and every kind of
 * source that a Query or Scan can read: the table, a local index, a sparse global index, and one with
 * keys of several attributes.
 */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import { attribute, hash, projectAll, provisioned, range } from '../support/tables.js'
import { randomNumber } from './random-items.js'
import { spell, type Document, type Value } from './values.js'

export interface Source {
  readonly name: string
  readonly indexName?: string
  readonly hash: readonly string[]
  readonly range: readonly string[]
  /** Whether its entries hold all attributes, not only keys. */
  readonly hasAll: boolean
}

export const tableKeys = ['pk', 'sk']

export const sources: readonly Source[] = [
  { name: 'table', hash: ['pk'], range: ['sk'], hasAll: true },
  { name: 'local', indexName: 'local', hash: ['pk'], range: ['l'], hasAll: true },
  { name: 'global', indexName: 'global', hash: ['g'], range: ['r'], hasAll: true },
  { name: 'lone', indexName: 'lone', hash: ['r'], range: [], hasAll: false },
  {
    name: 'several',
    indexName: 'several',
    hash: ['g', 'h'],
    range: ['r', 'l', 's'],
    hasAll: false,
  },
]

export type KeyType = 'S' | 'N' | 'B'
export type KeyTypes = Readonly<Record<string, KeyType>>

export function randomKeyTypes(chance: Chance): KeyTypes {
  const names = ['pk', 'sk', 'l', 'g', 'h', 'r', 's']
  return Object.fromEntries(names.map((name) => [name, oneOf(chance, ['S', 'N', 'B'] as const)]))
}

export function shapeOf(types: KeyTypes): Json {
  const schema = ({ hash: hashes, range: ranges }: Source): readonly Json[] => [
    ...hashes.map(hash),
    ...ranges.map(range),
  ]
  const indexOf = (source: Source): Json => ({
    IndexName: source.name,
    KeySchema: schema(source),
    Projection: source.hasAll ? projectAll : { ProjectionType: 'KEYS_ONLY' },
  })
  const [table, local, ...global] = sources
  // A Scan of an on-demand table costs at least a unit in each of its partitions, a SELECT does not.
  const billing = provisioned(10, 10)
  return {
    AttributeDefinitions: Object.entries(types).map(([name, type]) => attribute(name, type)),
    KeySchema: schema(table!),
    LocalSecondaryIndexes: [indexOf(local!)],
    GlobalSecondaryIndexes: global.map((each) => ({ ...indexOf(each), ...billing })),
    ...billing,
  }
}

const texts = ['a', 'aa', 'ab', 'b', 'ba', 'é', '～', '😀', '\0', 'a\0', '\u{10ffff}']

export function randomKeyValue(chance: Chance, type: KeyType): Value {
  if (type === 'N') return { N: randomNumber(chance) }
  const text = oneOf(chance, texts)
  if (type === 'S') return { S: text }
  const bytes = [below(chance, 3), below(chance, 2) * 255].slice(0, 1 + below(chance, 2))
  return { B: Buffer.from(bytes).toString('base64') }
}

/** Items with different keys; index keys are often missing. */
export function randomItems(chance: Chance, types: KeyTypes, count: number): readonly Document[] {
  const partitions = Array.from({ length: 3 }, () => randomKeyValue(chance, types['pk']!))
  const items = new Map<string, Document>()
  for (let n = 0; n < count; n++) {
    const key = { pk: oneOf(chance, partitions), sk: randomKeyValue(chance, types['sk']!) }
    const others = ['l', 'g', 'h', 'r', 's'].filter(() => chance() < 0.85)
    const attributes = others.map((name) => [name, randomKeyValue(chance, types[name]!)])
    const indexKeys = Object.fromEntries(attributes) as Document
    const item: Document = { ...key, ...indexKeys, color: { N: String(n % 3) } }
    items.set(identityOf(item), item)
  }
  return [...items.values()]
}

export function identityOf(item: Document): string {
  return tableKeys.map((name) => spell(item[name]!)).join(' ')
}

export function isIn(item: Document, source: Source): boolean {
  return [...source.hash, ...source.range].every((name) => item[name] !== undefined)
}

/** The key attributes with which a page of the source reports where it ended. */
export function positionOf(item: Document, source: Source): Document {
  const names = new Set([...tableKeys, ...source.hash, ...source.range])
  return Object.fromEntries([...names].map((name) => [name, item[name]!]))
}
