/** A table as the service describes it. */
import type {
  GlobalSecondaryIndexDescription,
  LocalSecondaryIndexDescription,
  TableDescription,
  TableStatus,
} from '../../api/generated/dynamodb-types.js'
import type { TableTotals } from '../../catalog/catalog.js'
import { stateOf } from '../../catalog/life-cycle.js'
import type { Table } from '../../catalog/table.js'
import { indexArn, streamArn } from '../../model/arn.js'
import type { IndexDefinition } from '../../model/table.js'
import type { Tally } from '../../storage/engine.js'
import { describeEncryption } from './encryption.js'
import { describeKeySchema } from './key-schema.js'
import { describeProjection } from './projection.js'
import {
  describeOnDemandThroughput,
  describeThroughput,
  initialWarmThroughput,
} from './throughput.js'

const emptyTally: Tally = { entries: 0, bytes: 0 }

/** The status at a moment. */
export function statusAt(table: Table, nowMs: number): TableStatus {
  const state = stateOf(table, nowMs)
  return state === 'gone' ? 'DELETING' : (state.toUpperCase() as TableStatus)
}

export function describeTable(
  table: Table,
  status: TableStatus,
  totals: TableTotals = { table: emptyTally, indexes: [] },
): TableDescription {
  const { partition, sort } = table.keySchema
  return {
    AttributeDefinitions: Object.entries(table.attributeTypes).map(([name, type]) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    TableName: table.name,
    KeySchema: describeKeySchema({ partition: [partition], sort: sort ? [sort] : [] }),
    TableStatus: status,
    CreationDateTime: table.createdAtMs / 1000,
    ProvisionedThroughput: describeThroughput(table.billing.throughput),
    TableSizeBytes: totals.table.bytes,
    ItemCount: totals.table.entries,
    TableArn: table.arn,
    TableId: table.id,
    ...describeBilling(table),
    ...describeIndexes(table, status, totals),
    ...describeStream(table),
    ...describeSettings(table, status),
  }
}

/** AWS: what a deletion answers with leaves the schema and the date out. */
export function describeDeletedTable(table: Table, totals: TableTotals): TableDescription {
  const {
    KeySchema: _keySchema,
    AttributeDefinitions: _attributeDefinitions,
    CreationDateTime: _creationDateTime,
    ...rest
  } = describeTable(table, 'DELETING', totals)
  return rest
}

function describeBilling({ billing }: Table): TableDescription {
  if (!billing.named && billing.lastOnDemandAtMs === undefined) return {}
  return {
    BillingModeSummary: {
      BillingMode: billing.mode === 'on-demand' ? 'PAY_PER_REQUEST' : 'PROVISIONED',
      ...(billing.lastOnDemandAtMs !== undefined && {
        LastUpdateToPayPerRequestDateTime: billing.lastOnDemandAtMs / 1000,
      }),
    },
  }
}

function describeIndexes(table: Table, status: TableStatus, totals: TableTotals): TableDescription {
  const local: LocalSecondaryIndexDescription[] = []
  const global: GlobalSecondaryIndexDescription[] = []
  for (const [i, index] of table.indexes.entries()) {
    const common = describeIndex(table, index, totals.indexes[i] ?? emptyTally)
    if (index.kind === 'local') local.push(common)
    else global.push({ ...common, ...describeGlobalIndex(table, index, status) })
  }
  return {
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  }
}

function describeIndex(
  table: Table,
  index: IndexDefinition,
  tally: Tally,
): LocalSecondaryIndexDescription {
  return {
    IndexName: index.name,
    KeySchema: describeKeySchema(index.keySchema),
    Projection: describeProjection(index.projection),
    IndexSizeBytes: tally.bytes,
    ItemCount: tally.entries,
    IndexArn: indexArn(table.arn, index.name),
  }
}

function describeGlobalIndex(
  { billing }: Table,
  index: IndexDefinition,
  tableStatus: TableStatus,
): GlobalSecondaryIndexDescription {
  const status = tableStatus === 'CREATING' || tableStatus === 'DELETING' ? tableStatus : 'ACTIVE'
  const throughput = index.throughput ?? billing.throughput
  const warm = index.warmThroughput ?? initialWarmThroughput(billing, throughput)
  return {
    IndexStatus: status,
    ProvisionedThroughput: describeThroughput(throughput),
    ...(index.onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(index.onDemandThroughput),
    }),
    WarmThroughput: {
      ReadUnitsPerSecond: warm.readUnits,
      WriteUnitsPerSecond: warm.writeUnits,
      Status: status,
    },
  }
}

/** The last stream stays named when it is disabled; its settings do not. */
function describeStream({ arn, stream }: Table): TableDescription {
  if (stream === undefined) return {}
  return {
    ...(stream.enabled && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType },
    }),
    LatestStreamLabel: stream.label,
    LatestStreamArn: streamArn(arn, stream.label),
  } as TableDescription
}

function describeSettings(table: Table, status: TableStatus): TableDescription {
  const { tableClass, onDemandThroughput, billing } = table
  const sse = describeEncryption(table.encryption)
  const warm = table.warmThroughput ?? initialWarmThroughput(billing, billing.throughput)
  return {
    ...(sse && { SSEDescription: sse }),
    ...(tableClass && { TableClassSummary: describeTableClass(tableClass) }),
    DeletionProtectionEnabled: table.deletionProtection,
    ...(onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(onDemandThroughput),
    }),
    WarmThroughput: {
      ReadUnitsPerSecond: warm.readUnits,
      WriteUnitsPerSecond: warm.writeUnits,
      Status: status,
    },
  }
}

function describeTableClass({ name, updatedAtMs }: NonNullable<Table['tableClass']>) {
  return {
    TableClass: name,
    ...(updatedAtMs !== undefined && { LastUpdateDateTime: updatedAtMs / 1000 }),
  } as TableDescription['TableClassSummary']
}
