/** ExportTableToPointInTime: begins to write a table as it was, or its changes, to a bucket. */
import { ServiceError } from '../../model/errors.js'
import { recoverableTableNotFound } from '../../model/recovery-errors.js'
import { isUnseen, servesItems, stateOf } from '../../catalog/life-cycle.js'
import { earliestRestorableMs } from '../../catalog/rules/recovery.js'
import type { DescribedTable } from '../../catalog/table.js'
import type { ExportDetails } from '../../transfers/export-details.js'
import { chosenExtent } from '../../transfers/export-extent.js'
import { onTable, writingObjects } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { exportDescription } from './exports/export-description.js'
import { checkFilter } from './exports/filter-specification.js'
import { readExport, type ExportWish } from './exports/read-export.js'
import type { TransferredTable } from './exports/transferred-table.js'

export const exportTableToPointInTime = operation('dynamodb.ExportTableToPointInTime', {
  read: readExport,

  access: (ctx, { table, destination }) => [
    onTable(ctx, 'dynamodb:ExportTableToPointInTime', table.arn),
    ...writingObjects(destination),
  ],

  async run(ctx, wish) {
    const table = await requireExportable(ctx, wish.table)
    if (wish.filter !== undefined) checkFilter(wish.filter, table)
    const { token } = wish
    const record = ctx.jobs.draft({
      kind: 'export',
      table: { account: table.account, region: table.region, name: table.name },
      subject: wish.destination.bucket,
      details: detailsOf(ctx, wish, table),
    })
    const started = await ctx.jobs.start({ record, token, guards: [table.guard] })
    if (started.kind === 'conflict') throw conflict()
    return { output: { ExportDescription: exportDescription(started.record) } }
  },
})

async function requireExportable(
  { catalog, caller, clock }: OperationContext,
  { name, arn, isElsewhere }: TransferredTable,
): Promise<DescribedTable> {
  // AWS: even if this region has a table of that name.
  if (isElsewhere) throw recoverableTableNotFound(arn)
  const table = await catalog.loadTable(caller, name)
  const isThere = table !== undefined && servesItems(stateOf(table, clock.now()))
  if (!isThere || isUnseen(table)) throw recoverableTableNotFound(arn)
  return table
}

function detailsOf(
  { items }: OperationContext,
  { destination, format, extent, filter, token }: ExportWish,
  table: DescribedTable,
): ExportDetails {
  // After everything that was answered before.
  const nowMs = items.moment()
  return {
    tableArn: table.arn,
    tableId: table.id,
    clientToken: token?.token,
    destination,
    format,
    extent: chosenExtent(extent, { ...table, earliestMs: earliestOf(table, nowMs) }, nowMs),
    filter: filter?.text,
  }
}

function earliestOf(
  { pointInTimeRecovery: recovery }: DescribedTable,
  nowMs: number,
): number | undefined {
  return recovery && earliestRestorableMs(recovery, nowMs)
}

function conflict(): ServiceError {
  return new ServiceError(
    'ExportConflictException',
    'Export conflict: Duplicate request detected with conflicting parameters',
  )
}
