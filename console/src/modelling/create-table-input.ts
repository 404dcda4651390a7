/** A table of a model as the request that creates it. */
import type { CreateTableInput } from '../api/generated/dynamodb-types.js'
import { everyKeyAttribute, type ModelIndex, type ModelKey, type ModelTable } from './data-model.js'
import { membersOrNone } from './json-members.js'

export function createTableInputOf(table: ModelTable): CreateTableInput {
  const provisioned =
    table.billing === 'PROVISIONED' ? { ProvisionedThroughput: throughputOf(table) } : {}
  const globals = table.indexes.filter(({ kind }) => kind === 'global')
  const locals = table.indexes.filter(({ kind }) => kind === 'local')
  return {
    TableName: table.name,
    AttributeDefinitions: everyKeyAttribute(table).map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: schemaOf(table.key),
    ...(globals.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: globals.map((index) => ({ ...indexOf(index), ...provisioned })),
        }),
    ...(locals.length === 0 ? {} : { LocalSecondaryIndexes: locals.map(indexOf) }),
    BillingMode: table.billing,
    ...provisioned,
  }
}

type SchemaElements = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[]

function schemaOf({ partition, sort }: ModelKey): SchemaElements {
  return [
    { AttributeName: partition.name, KeyType: 'HASH' },
    ...(sort === undefined ? [] : [{ AttributeName: sort.name, KeyType: 'RANGE' as const }]),
  ]
}

function indexOf({ name, key, projection }: ModelIndex): {
  IndexName: string
  KeySchema: SchemaElements
  Projection: { ProjectionType: ModelIndex['projection']['kind']; NonKeyAttributes?: string[] }
} {
  return {
    IndexName: name,
    KeySchema: schemaOf(key),
    Projection: {
      ProjectionType: projection.kind,
      ...(projection.kind === 'INCLUDE' ? { NonKeyAttributes: [...projection.attributes] } : {}),
    },
  }
}

function throughputOf({ capacity }: ModelTable): {
  ReadCapacityUnits: number
  WriteCapacityUnits: number
} {
  const members = membersOrNone(capacity?.['ProvisionedThroughput'])
  const units = (name: string): number => {
    const value = members[name]
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 5
  }
  return {
    ReadCapacityUnits: units('ReadCapacityUnits'),
    WriteCapacityUnits: units('WriteCapacityUnits'),
  }
}
