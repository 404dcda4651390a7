/** The table of the item plane's histories: keys of random types, three indexes, colliding keys. */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import { attribute, hash, onDemand, projectAll, provisioned, range } from '../support/tables.js'
import { randomKeyValue, type KeyType, type Source } from '../simulation/paging-table.js'
import { randomDocument } from '../simulation/random-items.js'
import type { Document } from '../simulation/values.js'

export const thingsName = 'Things'

export interface Things {
  readonly types: Readonly<Record<string, KeyType>>
  readonly sources: readonly [Source, ...Source[]]
  /** Keys that requests choose from, so that they often meet. */
  readonly keys: readonly Document[]
}

const table: Source = { name: 'table', hash: ['pk'], range: ['sk'], hasAll: true }
const indexes: readonly Source[] = [
  { name: 'local', indexName: 'local', hash: ['pk'], range: ['l'], hasAll: true },
  { name: 'global', indexName: 'global', hash: ['g'], range: ['r'], hasAll: true },
  { name: 'lone', indexName: 'lone', hash: ['r'], range: [], hasAll: false },
]

export function randomThings(chance: Chance): Things {
  const type = (): KeyType => oneOf(chance, ['S', 'N', 'B'] as const)
  const alone = chance() < 0.2
  const types: Record<string, KeyType> = { pk: type() }
  if (!alone) for (const name of ['sk', 'l', 'g', 'r']) types[name] = type()
  const sources = alone ? ([{ ...table, range: [] }] as const) : ([table, ...indexes] as const)
  const partitions = [0, 1, 2].map(() => randomKeyValue(chance, types['pk']!))
  const keys = Array.from({ length: 8 }, (): Document => {
    const pk = oneOf(chance, partitions)
    return alone ? { pk } : { pk, sk: randomKeyValue(chance, types['sk']!) }
  })
  return { types, sources, keys }
}

export function shapeOfThings(chance: Chance, { types, sources }: Things): Json {
  const [own, local, ...global] = sources
  const billing = chance() < 0.5 ? onDemand : provisioned(10, 10)
  const perIndex = billing === onDemand ? {} : billing
  return {
    TableName: thingsName,
    AttributeDefinitions: Object.entries(types).map(([name, type]) => attribute(name, type)),
    KeySchema: schemaOf(own),
    ...(local === undefined ? {} : { LocalSecondaryIndexes: [indexOf(local)] }),
    ...(global.length === 0
      ? {}
      : { GlobalSecondaryIndexes: global.map((each) => ({ ...indexOf(each), ...perIndex })) }),
    ...billing,
  }
}

const schemaOf = (source: Source): readonly Json[] => [
  ...source.hash.map(hash),
  ...source.range.map(range),
]

const indexOf = (source: Source): Json => ({
  IndexName: source.name,
  KeySchema: schemaOf(source),
  Projection: source.hasAll ? projectAll : { ProjectionType: 'KEYS_ONLY' },
})

export function randomThing(chance: Chance, things: Things): Document {
  const indexKeys = Object.entries(things.types)
    .filter(([name]) => name !== 'pk' && name !== 'sk' && chance() < 0.6)
    .map(([name, type]) => [name, randomKeyValue(chance, type)] as const)
  const others = plainNames(randomDocument(chance))
  return { ...others, ...Object.fromEntries(indexKeys), ...oneOf(chance, things.keys) }
}

/**
 * Names that every JavaScript object has are replaced: implementations in JavaScript lose them, which
 * would hide everything else.
 */
export function plainNames<T>(value: T): T {
  const text = JSON.stringify(value).replaceAll('"__proto__"', '"proto"')
  return JSON.parse(text.replaceAll('"constructor"', '"builder"')) as T
}

export function randomKey(chance: Chance, { keys }: Things): Document {
  return keys[below(chance, keys.length)]!
}
