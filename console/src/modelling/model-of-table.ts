/** A model of a table that exists: its schema as the service describes it, and entities from its items. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import type { Item } from '../values/attribute-value.js'
import { typeOfValue, type ValueType } from '../values/attribute-value.js'
import type { KeyType, ModelIndex, ModelKey, ModelTable } from './data-model.js'
import { emptyTable, keyAttributesOf } from './data-model.js'
import { proposeEntities } from './propose-entities.js'

export interface TableReading {
  readonly table: ModelTable
  readonly notes: readonly string[]
}

export function modelOfTable(
  description: TableDescription,
  samples: readonly Item[],
  ttlAttribute?: string,
): TableReading {
  const types = new Map(
    (description.AttributeDefinitions ?? []).map((each) => [
      each.AttributeName,
      each.AttributeType,
    ]),
  )
  const notes: string[] = []
  const key = keyOfSchema(description.KeySchema ?? [], types)!
  const indexes = [
    ...(description.GlobalSecondaryIndexes ?? []).map((each) => ({
      ...each,
      kind: 'global' as const,
    })),
    ...(description.LocalSecondaryIndexes ?? []).map((each) => ({
      ...each,
      kind: 'local' as const,
    })),
  ].flatMap(({ IndexName, KeySchema, Projection, kind }): readonly ModelIndex[] => {
    const indexKey = keyOfSchema(KeySchema ?? [], types)
    if (indexKey === undefined) {
      notes.push(
        `${IndexName} has a key of several attributes, which a model cannot hold: left out.`,
      )
      return []
    }
    const projection = {
      kind: Projection?.ProjectionType ?? 'ALL',
      attributes: Projection?.NonKeyAttributes ?? [],
    }
    return [{ name: IndexName ?? '', kind, key: indexKey, projection, kept: {} }]
  })
  const provisioned = description.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST'
  const base: ModelTable = {
    ...emptyTable(description.TableName ?? '', key),
    indexes,
    samples,
    attributes: attributesOf(samples, key),
    billing: provisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
    ...(ttlAttribute === undefined ? {} : { ttlAttribute }),
  }
  return { table: { ...base, entities: proposeEntities(base) }, notes }
}

interface SchemaElement {
  readonly AttributeName?: string
  readonly KeyType?: string
}

/** Undefined for keys of several attributes. */
function keyOfSchema(
  schema: readonly SchemaElement[],
  types: ReadonlyMap<string | undefined, string | undefined>,
): ModelKey | undefined {
  const [partition, ...morePartitions] = schema.filter(({ KeyType: role }) => role === 'HASH')
  const [sort, ...moreSorts] = schema.filter(({ KeyType: role }) => role === 'RANGE')
  if (partition === undefined || morePartitions.length + moreSorts.length > 0) return undefined
  const attribute = ({
    AttributeName: name = '',
  }: SchemaElement): { name: string; type: KeyType } => ({
    name,
    type: (types.get(name) ?? 'S') as KeyType,
  })
  return {
    partition: attribute(partition),
    ...(sort === undefined ? {} : { sort: attribute(sort) }),
  }
}

/** In the order in which the samples have them, with the type of the first. */
function attributesOf(samples: readonly Item[], key: ModelKey): ModelTable['attributes'] {
  const types = new Map<string, ValueType>()
  for (const item of samples) {
    for (const [name, value] of Object.entries(item)) {
      if (!types.has(name)) types.set(name, typeOfValue(value))
    }
  }
  for (const { name } of keyAttributesOf(key)) types.delete(name)
  return [...types].map(([name, type]) => ({ name, type }))
}
