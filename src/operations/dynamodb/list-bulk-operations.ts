/** ListBulkOperations: those of the account and region, the newest first. */
import { transfersPageDefault } from '../../model/limits.js'
import type { BulkPutDetails } from '../../transfers/bulk-details.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { ticketPage } from '../ticket-page.js'
import { bulkSummary } from './bulk/bulk-description.js'

export const listBulkOperations = operation('dynamodb.ListBulkOperations', {
  read: ({ MaxResults, NextToken }) => ({
    max: MaxResults ?? transfersPageDefault,
    token: NextToken,
  }),

  access: () => [onAnything('dynamodb:ListBulkOperations')],

  async run({ jobs, caller, nextTokens }, { max, token }) {
    const records = await jobs.list<BulkPutDetails>('bulk put', caller)
    const page = ticketPage(records, { tokens: nextTokens, list: 'bulk operations', token, max })
    const summaries = page.records.map(bulkSummary)
    return { output: { BulkOperationsSummaryList: summaries, NextToken: page.next } }
  },
})
