/** ListImports: imports into one table or all, the newest first. */
import { transfersPageDefault } from '../../model/limits.js'
import type { ImportDetails } from '../../transfers/import-details.js'
import { onTableOrAnything } from '../access.js'
import { operation } from '../operation.js'
import { ticketPage } from '../ticket-page.js'
import { readTransferredTable } from './exports/transferred-table.js'
import { importSummary } from './imports/import-description.js'

export const listImports = operation('dynamodb.ListImports', {
  read: ({ TableArn, PageSize, NextToken }, { caller }) => ({
    table: TableArn === undefined ? undefined : readTransferredTable(caller, TableArn),
    max: PageSize ?? transfersPageDefault,
    token: NextToken,
  }),

  access: (ctx, { table }) => [onTableOrAnything(ctx, 'dynamodb:ListImports', table?.arn)],

  /** AWS: those of a table that was deleted are still listed. */
  async run({ jobs, caller, nextTokens }, { table, max, token }) {
    const all = await jobs.list<ImportDetails>('import', caller)
    const records = all.filter((each) => table === undefined || each.table.name === table.name)
    const page = ticketPage(records, { tokens: nextTokens, list: 'imports', token, max })
    return { output: { ImportSummaryList: page.records.map(importSummary), NextToken: page.next } }
  },
})
