/**
 * A table as the operations that change it answer. AWS: these answers leave out some of what
 * DescribeTable tells a moment later, and repeat some of what was true before.
 */
import type {
  GlobalSecondaryIndexDescription,
  ProvisionedThroughputDescription,
  TableDescription,
  TableStatus,
  WarmThroughput,
} from '../../../api/generated/dynamodb-types.js'
import type { TableTotals } from '../../../catalog/table-totals.js'
import type { TableUpdate } from '../../../catalog/rules/table-update.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { OnDemandThroughput } from '../../../model/table.js'
import { describeUnderChange, tableDescription } from './table-description.js'
import { describeOnDemandThroughput } from './throughput.js'

/** AWS: only warm throughput that was requested is shown, and only that of the table. */
export function describeCreatedTable(table: DescribedTable): TableDescription {
  const { WarmThroughput, GlobalSecondaryIndexes, ...rest } = describeUnderChange(table)
  return {
    ...rest,
    ...billingModeAlone(rest),
    ...(table.warmThroughput && { WarmThroughput: { ...WarmThroughput, Status: 'UPDATING' } }),
    ...(GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(
        ({ WarmThroughput: _warm, ...index }) => index,
      ),
    }),
  }
}

/** AWS: the answer to a deletion leaves out the schema, the indexes, the date and warm throughput. */
export function describeDeletedTable(table: DescribedTable, totals: TableTotals): TableDescription {
  const {
    KeySchema: _keySchema,
    AttributeDefinitions: _attributeDefinitions,
    CreationDateTime: _creationDateTime,
    GlobalSecondaryIndexes: _globalIndexes,
    LocalSecondaryIndexes: _localIndexes,
    VectorIndexes: _vectorIndexes,
    WarmThroughput: _warm,
    ...rest
  } = describeUnderChange(table, totals)
  return rest
}

/** A change of a table that was made. */
export interface MadeChange {
  readonly before: DescribedTable
  readonly after: DescribedTable
  readonly update: TableUpdate
  readonly nowMs: number
}

/** AWS: some settings still have their old values, but a change of the billing mode is shown whole. */
export function describeUpdatedTable(change: MadeChange, totals: TableTotals): TableDescription {
  const { before, after, update, nowMs } = change
  const now = startsJob(change)
    ? describeUnderChange(after, totals)
    : tableDescription(after, nowMs, totals)
  const was = tableDescription(before, nowMs)
  const { TableClassSummary: _class, SSEDescription: _sse, ...rest } = now
  return {
    ...rest,
    TableStatus: answeredStatus(change, now),
    ...(was.TableClassSummary && { TableClassSummary: was.TableClassSummary }),
    ...encryptionAnswer(was, update),
    ...throughputAnswer(change, was, now),
    WarmThroughput: warmAnswer(was, now, update.warmThroughput),
    ...shownMaxima(now, update.onDemandThroughput),
    ...(now.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: now.GlobalSecondaryIndexes.map((index) =>
        indexAnswer(was, index, change),
      ),
    }),
  }
}

function throughputAnswer(
  { before, after, update }: MadeChange,
  was: TableDescription,
  now: TableDescription,
): TableDescription {
  if (before.billing.mode !== after.billing.mode) return switchedBilling(now, after)
  const isDropped = update.billingMode === 'on-demand' && after.billing.mode === 'provisioned'
  return isDropped ? droppedSwitch(now) : oldThroughput(was, now)
}

/** AWS: the way back of a table that becomes provisioned is answered as if it were taken. */
function droppedSwitch(now: TableDescription): TableDescription {
  const units = { ReadCapacityUnits: 0, WriteCapacityUnits: 0 }
  return {
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    ProvisionedThroughput: { ...now.ProvisionedThroughput, ...units },
  }
}

function startsJob({ before, after }: MadeChange): boolean {
  return (
    after.transition !== undefined &&
    after.transition.startedAtMs !== before.transition?.startedAtMs
  )
}

/**
 * AWS: the billing mode and the table class are answered with UPDATING even if they stay the same,
 * encryption with ACTIVE even if something else makes the table UPDATING.
 */
function answeredStatus(
  { update }: MadeChange,
  { TableStatus }: TableDescription,
): TableStatus | undefined {
  if (update.encryption !== undefined) return 'ACTIVE'
  const isJobByName = update.billingMode !== undefined || update.tableClass !== undefined
  return isJobByName ? 'UPDATING' : TableStatus
}

/** AWS: the answer has the old key, or none, and not yet the new one. */
function encryptionAnswer(
  { SSEDescription: was }: TableDescription,
  { encryption }: TableUpdate,
): TableDescription {
  if (encryption !== undefined) return { SSEDescription: { ...was, Status: 'UPDATING' } }
  return was === undefined ? {} : { SSEDescription: was }
}

function indexAnswer(
  table: TableDescription,
  now: GlobalSecondaryIndexDescription,
  { before, after, update }: MadeChange,
): GlobalSecondaryIndexDescription {
  const was = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === now.IndexName)
  if (was === undefined) return now
  const asked = update.indexUpdates?.find(({ name }) => name === now.IndexName)
  const change = asked?.kind === 'change' ? asked : undefined
  const switched = before.billing.mode !== after.billing.mode
  const isUpdated = switched || change?.throughput !== undefined || change?.onDemandThroughput
  return {
    ...now,
    ...(isUpdated && now.IndexStatus === 'ACTIVE' && { IndexStatus: 'UPDATING' }),
    ...(switched ? {} : oldThroughput(was, now)),
    WarmThroughput: warmAnswer(was, now, change?.warmThroughput),
  }
}

/** AWS: a maximum that was removed by -1 is shown as such in this one answer. */
function shownMaxima(
  { OnDemandThroughput }: TableDescription,
  asked: OnDemandThroughput = {},
): TableDescription {
  const shown = { ...OnDemandThroughput, ...describeOnDemandThroughput(asked) }
  return Object.keys(shown).length === 0 ? {} : { OnDemandThroughput: shown }
}

interface Described {
  readonly ProvisionedThroughput?: ProvisionedThroughputDescription
  readonly WarmThroughput?: WarmThroughput
}

/** AWS: the times are new, the units and the count of decreases old. */
function oldThroughput(was: Described, now: Described) {
  const { ReadCapacityUnits, WriteCapacityUnits, NumberOfDecreasesToday } =
    was.ProvisionedThroughput!
  return {
    ProvisionedThroughput: {
      ...now.ProvisionedThroughput,
      ReadCapacityUnits,
      WriteCapacityUnits,
      NumberOfDecreasesToday,
    },
  }
}

function warmAnswer(was: Described, now: Described, asked: object | undefined): WarmThroughput {
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = was.WarmThroughput!
  return {
    ...now.WarmThroughput,
    ReadUnitsPerSecond,
    WriteUnitsPerSecond,
    ...(asked && { Status: 'UPDATING' }),
  }
}

/** AWS: the way to on-demand counts as a decrease in this one answer. */
function switchedBilling(now: TableDescription, { billing }: DescribedTable): TableDescription {
  if (billing.mode === 'provisioned') return billingModeAlone(now)
  const decreased = { LastDecreaseDateTime: billing.lastOnDemandAtMs! / 1000 }
  return {
    ...billingModeAlone(now),
    ProvisionedThroughput: { ...now.ProvisionedThroughput, ...decreased },
  }
}

function billingModeAlone({ BillingModeSummary }: TableDescription): TableDescription {
  if (BillingModeSummary === undefined) return {}
  return { BillingModeSummary: { BillingMode: BillingModeSummary.BillingMode } }
}
