/** A table as the service describes it. */
import type {
  GlobalSecondaryIndexDescription,
  IndexStatus,
  LocalSecondaryIndexDescription,
  TableDescription,
  TableStatus,
  GlobalSecondaryIndexWarmThroughputDescription,
} from '../../../api/generated/dynamodb-types.js'
import type { TableTotals } from '../../../catalog/table-totals.js'
import { noThroughput } from '../../../catalog/rules/throughput.js'
import {
  effectiveWarmUnits,
  isRaising,
  warmThroughputOf,
  type WarmTarget,
} from '../../../catalog/rules/warm-throughput.js'
import {
  departingIndexOf,
  indexStateOf,
  isBeingRestored,
  stateOf,
} from '../../../catalog/life-cycle.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { indexArn, streamArn } from '../../../model/arn.js'
import { indexKeyAttributes, keyAttributes, searchAttributes } from '../../../model/key-schema.js'
import { assert } from '../../../stdx/assert.js'
import type { IndexDefinition, SettingsBefore, WarmThroughput } from '../../../model/table.js'
import type { Tally } from '../../../storage/engine.js'
import { describeEncryptionAt } from './encryption.js'
import { describeKeySchema } from './key-schema.js'
import { describeProjection } from './projection.js'
import { describeOnDemandThroughput, describeThroughput } from './throughput.js'
import { describedVectorIndexes, describeVectorIndex } from './vector-indexes.js'

const emptyTally: Tally = { entries: 0, bytes: 0 }

const noTotals: TableTotals = { table: emptyTally, tableSizeBytes: 0, indexes: new Map() }

/** A table as it is at a given time. */
export function tableDescription(
  table: DescribedTable,
  atMs: number,
  totals: TableTotals = noTotals,
): TableDescription {
  return describe(table, { status: statusAt(table, atMs), atMs }, totals)
}

interface Moment {
  readonly status: TableStatus
  readonly atMs: number
}

function describe(table: DescribedTable, moment: Moment, totals: TableTotals): TableDescription {
  const { partition, sort } = table.keySchema
  const { status, atMs } = moment
  return {
    AttributeDefinitions: describeAttributes(table, atMs),
    TableName: table.name,
    KeySchema: describeKeySchema({ partition: [partition], sort: sort ? [sort] : [] }),
    TableStatus: status,
    CreationDateTime: table.createdAtMs / 1000,
    ProvisionedThroughput: describeTableThroughput(table, moment),
    TableSizeBytes: totals.tableSizeBytes,
    ItemCount: totals.table.entries,
    TableArn: table.arn,
    TableId: table.id,
    ...describeBilling(table, status),
    ...describeIndexes(table, moment, totals),
    ...describeVectorIndexes(table, moment, totals),
    ...describeStream(table),
    ...describeSettings(table, moment),
    ...describeRestore(table),
  }
}

/** AWS: until a change of throughput is done, the times are new, and units and decreases old. */
function describeTableThroughput(table: DescribedTable, { status, atMs }: Moment) {
  const now = describeThroughput(table.billing.throughput, atMs)
  const before = settingsUnderChange(table, status)
  if (before === undefined || table.transition?.job !== 'throughput') return now
  const was = describeThroughput(before.billing.throughput, atMs)
  const { ReadCapacityUnits, WriteCapacityUnits, NumberOfDecreasesToday } = was
  return { ...now, ReadCapacityUnits, WriteCapacityUnits, NumberOfDecreasesToday }
}

function settingsUnderChange(
  { transition }: DescribedTable,
  status: TableStatus,
): SettingsBefore | undefined {
  return status === 'UPDATING' ? transition?.before : undefined
}

/** AWS: only while the table is being restored. */
function describeRestore({ filling }: DescribedTable): TableDescription {
  if (filling?.kind !== 'restore') return {}
  const { sourceTableArn, sourceBackupArn, restoresMs } = filling
  return {
    RestoreSummary: {
      ...(sourceBackupArn && { SourceBackupArn: sourceBackupArn }),
      SourceTableArn: sourceTableArn,
      RestoreDateTime: restoresMs / 1000,
      RestoreInProgress: true,
    },
  }
}

/** A table in its transition: the answer to the request that started it. */
export function describeUnderChange(
  table: DescribedTable,
  totals: TableTotals = noTotals,
): TableDescription {
  const { transition } = table
  assert(transition !== undefined, 'the table is in a transition')
  // Whatever the clock says: a transition that takes no time has no moment at which it is under way.
  const status = transition.kind.toUpperCase() as TableStatus
  return describe(table, { status, atMs: transition.doneAtMs - 1 }, totals)
}

export function statusAt(table: DescribedTable, atMs: number): TableStatus {
  const state = stateOf(table, atMs)
  return state === 'gone' ? 'DELETING' : (state.toUpperCase() as TableStatus)
}

/** AWS: sorted by name, whatever the order in the request; those that no key uses are left out. */
function describeAttributes(
  table: DescribedTable,
  atMs: number,
): TableDescription['AttributeDefinitions'] {
  const keys = [
    ...keyAttributes(table.keySchema),
    ...describedIndexes(table, atMs).flatMap(indexKeyAttributes),
    ...describedVectorIndexes(table, atMs).flatMap(searchAttributes),
  ]
  return [...new Map(keys.map(({ name, type }) => [name, type]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => ({ AttributeName: name, AttributeType: type }))
}

/** Including an index that is being deleted. */
function describedIndexes(table: DescribedTable, atMs: number): readonly IndexDefinition[] {
  const departing = departingIndexOf(table, atMs)
  return departing === undefined ? table.indexes : [...table.indexes, departing]
}

/**
 * AWS: only tables that are or once were on demand have a summary. While a table becomes so, it has the
 * time of the last time.
 */
function describeBilling(table: DescribedTable, status: TableStatus): TableDescription {
  const { billing } = table
  if (billing.lastOnDemandAtMs === undefined) return {}
  const settled = settingsUnderChange(table, status)?.billing ?? billing
  return {
    BillingModeSummary: {
      BillingMode: billing.mode === 'on-demand' ? 'PAY_PER_REQUEST' : 'PROVISIONED',
      ...(settled.lastOnDemandAtMs !== undefined && {
        LastUpdateToPayPerRequestDateTime: settled.lastOnDemandAtMs / 1000,
      }),
    },
  }
}

function describeIndexes(
  table: DescribedTable,
  moment: Moment,
  totals: TableTotals,
): TableDescription {
  const local: LocalSecondaryIndexDescription[] = []
  const global: GlobalSecondaryIndexDescription[] = []
  for (const index of describedIndexes(table, moment.atMs)) {
    const common = describeIndex(table, index, totals.indexes.get(index.name) ?? emptyTally)
    if (index.kind === 'local') local.push(common)
    else global.push({ ...common, ...describeGlobalIndex(table, index, moment) })
  }
  return {
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  }
}

function describeVectorIndexes(
  table: DescribedTable,
  { status, atMs }: Moment,
  totals: TableTotals,
): TableDescription {
  const indexes = describedVectorIndexes(table, atMs)
  if (indexes.length === 0) return {}
  const idle = status === 'CREATING' || status === 'DELETING' ? status : 'ACTIVE'
  const descriptions = indexes.map((index) =>
    describeVectorIndex(table, index, totals.indexes.get(index.name) ?? emptyTally, { idle, atMs }),
  )
  return { VectorIndexes: descriptions }
}

function describeIndex(
  table: DescribedTable,
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
  table: DescribedTable,
  index: IndexDefinition,
  moment: Moment,
): GlobalSecondaryIndexDescription {
  const { billing } = table
  const status = indexStatusAt(table, index, moment)
  const throughput = index.throughput ?? noThroughput
  const target = { billing, throughput }
  // AWS: the indexes of a table that is being restored have no status.
  const isShown = !isBeingRestored(table)
  // AWS: only for an index added to a table in use, never for one created with its table.
  const isAdded = status === 'CREATING' && index.build && table.filling === undefined
  return {
    ...(isShown && { IndexStatus: status }),
    ...(isAdded && { Backfilling: indexStateOf(index, moment.atMs) === 'backfilling' }),
    ProvisionedThroughput: describeThroughput(throughput, moment.atMs),
    ...(index.onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(index.onDemandThroughput),
    }),
    WarmThroughput: describeWarmThroughput(index.warmThroughput, target, status, moment.atMs),
  }
}

/** AWS: while it is being raised, it is UPDATING with its old units. */
function describeWarmThroughput(
  stored: WarmThroughput | undefined,
  target: Omit<WarmTarget, 'where'>,
  status: IndexStatus,
  atMs: number,
): GlobalSecondaryIndexWarmThroughputDescription {
  const isUpdating = stored !== undefined && isRaising(stored, atMs)
  const { readUnits, writeUnits } = warmThroughputOf(
    stored && effectiveWarmUnits(stored, atMs),
    target,
  )
  return {
    ReadUnitsPerSecond: readUnits,
    WriteUnitsPerSecond: writeUnits,
    Status: isUpdating && status === 'ACTIVE' ? 'UPDATING' : status,
  }
}

function indexStatusAt(
  table: DescribedTable,
  index: IndexDefinition,
  { status, atMs }: Moment,
): IndexStatus {
  if (index === departingIndexOf(table, atMs)) return 'DELETING'
  if (index.build !== undefined) return 'CREATING'
  return status === 'CREATING' || status === 'DELETING' ? status : 'ACTIVE'
}

/** The last stream is still named after it is disabled; its settings are not. */
function describeStream({ arn, stream }: DescribedTable): TableDescription {
  if (stream === undefined) return {}
  return {
    ...(stream.enabled && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType },
    }),
    LatestStreamLabel: stream.label,
    LatestStreamArn: streamArn(arn, stream.label),
  }
}

function describeSettings(table: DescribedTable, { status, atMs }: Moment): TableDescription {
  const { onDemandThroughput } = table
  const sse = describeEncryptionAt(table, atMs)
  const before = settingsUnderChange(table, status) ?? table
  const isClass = table.transition?.job === 'class'
  const { tableClass } = isClass ? before : table
  const { billing, warmThroughput } = isClass ? table : before
  const target = { billing, throughput: billing.throughput }
  // AWS: no other change of the table shows here.
  const warmStatus = status === 'CREATING' || status === 'DELETING' ? status : 'ACTIVE'
  return {
    ...(sse && { SSEDescription: sse }),
    ...(tableClass && { TableClassSummary: describeTableClass(tableClass) }),
    DeletionProtectionEnabled: table.deletionProtection,
    ...(onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(onDemandThroughput),
    }),
    WarmThroughput: describeWarmThroughput(warmThroughput, target, warmStatus, atMs),
  }
}

function describeTableClass({ name, updatedAtMs }: NonNullable<DescribedTable['tableClass']>) {
  return {
    TableClass: name,
    ...(updatedAtMs !== undefined && { LastUpdateDateTime: updatedAtMs / 1000 }),
  } as TableDescription['TableClassSummary']
}
