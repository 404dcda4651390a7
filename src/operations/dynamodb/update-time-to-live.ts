/** UpdateTimeToLive: turns expiry on or off. */
import { stillInUse } from '../../catalog/life-cycle.js'
import { changedTimeToLive } from '../../catalog/rules/time-to-live.js'
import { resourceInUse, ServiceError } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'
import { requireUsableKey } from './tables/usable-key.js'

export const updateTimeToLive = operation('dynamodb.UpdateTimeToLive', {
  read: ({ TableName, TimeToLiveSpecification }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    wanted: TimeToLiveSpecification,
  }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:UpdateTimeToLive', tableName)],

  async run(ctx, { tableName, wanted }) {
    await requireUsableKey(ctx, tableName)
    const request = { enabled: wanted.Enabled, attribute: wanted.AttributeName }
    const intervalMs = ctx.ttlChangeIntervalMs
    try {
      await ctx.catalog.changeSetting(ctx.caller, tableName, (definition, nowMs) => ({
        ...definition,
        timeToLive: changedTimeToLive(definition.timeToLive, request, { nowMs, intervalMs }),
      }))
    } catch (error) {
      throw reworded(error, tableName)
    }
    return { output: { TimeToLiveSpecification: wanted } }
  },
})

/** AWS: a table that is being created is refused in other words than by UpdateTable. */
function reworded(error: unknown, tableName: string): unknown {
  const usual = stillInUse(tableName, 'creating')
  if (!(error instanceof ServiceError) || error.message !== usual.message) return error
  return resourceInUse(
    `Attempt to change a resource which is still in use: Table ${tableName} is being created`,
  )
}
