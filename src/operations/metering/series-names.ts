/** How AWS names what it measures of tables. */
import type { Scope } from '../../model/arn.js'
import { sortedDimensions, type SeriesId } from '../../metrics/series.js'

export const namespace = 'AWS/DynamoDB'

/** What is counted where throttling is off, so that nobody takes it for what happened. */
export const wouldBeNamespace = 'Gramme/WouldBeThrottled'

/** What AWS does not tell of global tables. */
export const replicationNamespace = 'Gramme/Replication'

/** Of DAX: what AWS tells, and what it does not. */
export const daxNamespace = 'AWS/DAX'
export const ownDaxNamespace = 'Gramme/DAX'

export type DimensionValues = Readonly<Record<string, string>>

export function seriesNamed(scope: Scope, metric: string, values: DimensionValues = {}): SeriesId {
  const { account, region } = scope
  const dimensions = Object.entries(values).map(([name, value]) => ({ name, value }))
  return {
    scope: { account, region },
    namespace,
    metric,
    dimensions: sortedDimensions(dimensions),
  }
}

/** The dimensions of a table, or of one of its global indexes. */
export function resourceValues(tableName: string, indexName: string | undefined): DimensionValues {
  return indexName === undefined
    ? { TableName: tableName }
    : { TableName: tableName, GlobalSecondaryIndexName: indexName }
}
