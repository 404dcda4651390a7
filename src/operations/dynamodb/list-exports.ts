/** ListExports: exports of one table or of all, the newest first. */
import { transfersPageDefault } from '../../model/limits.js'
import type { ExportDetails, ExportRecord } from '../../transfers/export-details.js'
import { onTableOrAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { ticketPage } from '../ticket-page.js'
import { exportSummary } from './exports/export-description.js'
import { readTransferredTable, type TransferredTable } from './exports/transferred-table.js'

export const listExports = operation('dynamodb.ListExports', {
  read: ({ TableArn, MaxResults, NextToken }, { caller }) => ({
    table: TableArn === undefined ? undefined : readTransferredTable(caller, TableArn),
    max: MaxResults ?? transfersPageDefault,
    token: NextToken,
  }),

  access: (ctx, { table }) => [onTableOrAnything(ctx, 'dynamodb:ListExports', table?.arn)],

  async run(ctx, { table, max, token }) {
    const records = await exportsOf(ctx, table)
    const page = ticketPage(records, { tokens: ctx.nextTokens, list: 'exports', token, max })
    const summaries = page.records.map(exportSummary)
    return { output: { ExportSummaries: summaries, NextToken: page.next } }
  },
})

/** AWS: those of a table that was deleted are no longer listed by its name. */
async function exportsOf(
  { jobs, catalog, caller }: OperationContext,
  table: TransferredTable | undefined,
): Promise<readonly ExportRecord[]> {
  const records = await jobs.list<ExportDetails>('export', caller)
  if (table === undefined) return records
  const found = await catalog.loadTable(caller, table.name)
  return records.filter(({ details }) => details.tableId === found?.id)
}
