/**
 * The tables of the simulation: one with everything that follows an item, one with nothing beside its items,
 * so that fast paths are open, and one that comes and goes.
 */
import type { Json } from '../../../src/operations/database-suite.js'
import { oneOf, type Chance } from '../../support/chance.js'
import { pick, text, type Item } from './values.js'

export type TableName = 'main' | 'plain' | 'passing'

export interface SimulatedIndex {
  readonly partition: string
  readonly sort: string
}

/** `later` is created and deleted while the table is used. */
export const indexes = {
  bySpot: { partition: 'pk', sort: 'spot' },
  byGroup: { partition: 'grp', sort: 'score' },
  later: { partition: 'grp', sort: 'spot' },
} satisfies Record<string, SimulatedIndex>

export type IndexName = keyof typeof indexes

const attributes = { pk: 'S', sk: 'S', grp: 'S', score: 'N', spot: 'N' } as const

const schemas: Readonly<Record<TableName, readonly string[]>> = {
  main: ['pk', 'sk'],
  plain: ['pk'],
  passing: ['pk'],
}

export const partitions = ['a', 'b', 'c']
const sorts = ['s0', 's1', 's2', 's3', 's4']
const alone = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9']

export function keyAttributesOf(table: TableName): readonly string[] {
  return schemas[table]
}

export function keyIn(table: TableName, item: Item): Item {
  return pick(item, schemas[table])
}

/** Names an item of a table. */
export function keyText(key: Item): string {
  return ['pk', 'sk'].map((name) => (key[name] as { S: string } | undefined)?.S ?? '').join('/')
}

/** Every key that the simulation ever uses. */
export function keysOf(table: TableName): readonly Item[] {
  if (table !== 'main') return alone.map((pk) => ({ pk: text(pk) }))
  return partitions.flatMap((pk) => sorts.map((sk) => ({ pk: text(pk), sk: text(sk) })))
}

export function randomKey(chance: Chance, table: TableName): Item {
  return oneOf(chance, keysOf(table))
}

export function creationOf(table: TableName): Json {
  const main = table === 'main'
  return {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(schemas[table]),
    AttributeDefinitions: definitions(main ? ['pk', 'sk', 'grp', 'score', 'spot'] : ['pk']),
    ...(main && {
      LocalSecondaryIndexes: [indexOf('bySpot')],
      GlobalSecondaryIndexes: [indexOf('byGroup')],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  }
}

export function additionOfLater(): Json {
  return {
    TableName: 'main',
    AttributeDefinitions: definitions(['pk', 'sk', 'grp', 'score', 'spot']),
    GlobalSecondaryIndexUpdates: [{ Create: indexOf('later') }],
  }
}

export function removalOfLater(): Json {
  return { TableName: 'main', GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'later' } }] }
}

function indexOf(IndexName: IndexName): Json {
  const { partition, sort } = indexes[IndexName]
  const KeySchema = keySchema([partition, sort])
  return { IndexName, KeySchema, Projection: { ProjectionType: 'ALL' } }
}

function keySchema([partition, sort]: readonly string[]): readonly Json[] {
  const hash = { AttributeName: partition, KeyType: 'HASH' }
  return sort === undefined ? [hash] : [hash, { AttributeName: sort, KeyType: 'RANGE' }]
}

function definitions(names: readonly (keyof typeof attributes)[]): readonly Json[] {
  return names.map((name) => ({ AttributeName: name, AttributeType: attributes[name] }))
}
