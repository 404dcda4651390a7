/**
 * A table as the operations that change it answer. AWS: these answers leave out some of what
 * DescribeTable tells a moment later, and repeat some of what was true before.
 */
import type {
  GlobalSecondaryIndexDescription,
  ProvisionedThroughputDescription,
  TableDescription,
  WarmThroughput,
} from '../../../api/generated/dynamodb-types.js'
import type { TableTotals } from '../../../catalog/catalog.js'
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

/** AWS: the answer to a deletion leaves out the schema, the indexes and the date. */
export function describeDeletedTable(table: DescribedTable, totals: TableTotals): TableDescription {
  const {
    KeySchema: _keySchema,
    AttributeDefinitions: _attributeDefinitions,
    CreationDateTime: _creationDateTime,
    GlobalSecondaryIndexes: _globalIndexes,
    LocalSecondaryIndexes: _localIndexes,
    ...rest
  } = describeUnderChange(table, totals)
  return rest
}

/** AWS: some settings still have their old values, but a change of the billing mode is shown whole. */
export function describeUpdatedTable(
  before: DescribedTable,
  after: DescribedTable,
  totals: TableTotals,
  { onDemandThroughput }: TableUpdate,
): TableDescription {
  const { TableClassSummary: _class, ...now } = describeUnderChange(after, totals)
  const was = tableDescription(before, after.transition!.doneAtMs)
  const switched = before.billing.mode !== after.billing.mode
  return {
    ...now,
    ...(was.TableClassSummary && { TableClassSummary: was.TableClassSummary }),
    ...(switched ? billingModeAlone(now) : oldThroughput(was, now)),
    WarmThroughput: oldWarmThroughput(was, now),
    ...shownMaxima(now, onDemandThroughput),
    ...(now.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: now.GlobalSecondaryIndexes.map((index) =>
        updatedIndex(was, index, switched),
      ),
    }),
  }
}

function updatedIndex(
  table: TableDescription,
  now: GlobalSecondaryIndexDescription,
  switched: boolean,
): GlobalSecondaryIndexDescription {
  const was = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === now.IndexName)
  if (was === undefined) return now
  return {
    ...now,
    ...(switched ? {} : oldThroughput(was, now)),
    WarmThroughput: oldWarmThroughput(was, now),
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

/** AWS: the times and counts are new, the units old. */
function oldThroughput(was: Described, now: Described) {
  const { ReadCapacityUnits, WriteCapacityUnits } = was.ProvisionedThroughput!
  return {
    ProvisionedThroughput: { ...now.ProvisionedThroughput, ReadCapacityUnits, WriteCapacityUnits },
  }
}

function oldWarmThroughput(was: Described, now: Described): WarmThroughput {
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = was.WarmThroughput!
  return { ...now.WarmThroughput, ReadUnitsPerSecond, WriteUnitsPerSecond }
}

function billingModeAlone({ BillingModeSummary }: TableDescription): TableDescription {
  if (BillingModeSummary === undefined) return {}
  return { BillingModeSummary: { BillingMode: BillingModeSummary.BillingMode } }
}
