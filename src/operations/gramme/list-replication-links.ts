/** ListReplicationLinks: how far the regions of global tables in this deployment are behind the others. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { describeReplicationLink } from './described-replication-link.js'
import { requireGlobalTable } from './require-global-table.js'

export const listReplicationLinks = operation('gramme.ListReplicationLinks', {
  read: ({ TableName }) => ({ tableName: TableName }),

  access: () => [onAnything('gramme:ListReplicationLinks')],

  async run(ctx, { tableName }) {
    const desk = await ctx.replication()
    const reports =
      tableName === undefined
        ? await desk.list(ctx.caller.account)
        : await desk.report(await requireGlobalTable(ctx, tableName))
    return { output: { Links: reports.map(describeReplicationLink) } }
  },
})
