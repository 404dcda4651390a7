/** DescribeTimeToLive: whether items expire, and by which attribute. */
import { servesItems, stateOf } from '../../catalog/life-cycle.js'
import type { DescribedTable } from '../../catalog/table.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'

export const describeTimeToLive = operation('dynamodb.DescribeTimeToLive', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  access: (ctx, tableName) => [onTable(ctx, 'dynamodb:DescribeTimeToLive', tableName)],

  async run(ctx, tableName) {
    const table = await ctx.catalog.requireRestored(ctx.caller, tableName)
    requireServed(table, ctx.clock.now())
    const { timeToLive } = table
    const description = timeToLive?.enabled
      ? ({ TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } as const)
      : ({ TimeToLiveStatus: 'DISABLED' } as const)
    return { output: { TimeToLiveDescription: description } }
  },
})

function requireServed(table: DescribedTable, nowMs: number): void {
  const state = stateOf(table, nowMs)
  if (servesItems(state)) return
  const shown = state === 'creating' ? 'CREATING' : 'DELETING'
  throw validation(
    `Cannot describe time to live while table is in ${shown} state: Current table state is ${shown}`,
  )
}
