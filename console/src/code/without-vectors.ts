/**
 * A table without its vector indexes, for languages that have no words for them. They are named among what is left
 * out. Attributes that only they need go as well: a table that defines more than its keys is refused.
 */
import type { CreateTableInput } from '../api/generated/dynamodb-types.js'
import type { TableSettings } from './table-settings.js'

export function withoutVectors(settings: TableSettings): TableSettings {
  const { VectorIndexes = [], ...create } = settings.create
  if (VectorIndexes.length === 0) return settings
  const keys = new Set(keyNamesOf(create))
  return {
    ...settings,
    create: {
      ...create,
      AttributeDefinitions: (create.AttributeDefinitions ?? []).filter(({ AttributeName }) =>
        keys.has(AttributeName),
      ),
    },
    leftOut: [
      ...(settings.leftOut ?? []),
      ...VectorIndexes.map(({ IndexName }) => `the vector index ${IndexName}`),
    ],
  }
}

function keyNamesOf(create: CreateTableInput): readonly string[] {
  const { KeySchema = [], GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = create
  const schemas = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].map(
    (each) => each.KeySchema,
  )
  return [KeySchema, ...schemas].flat().map(({ AttributeName }) => AttributeName)
}
