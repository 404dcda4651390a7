/** UpdateTimeToLive: turns expiry on or off. */
import { changedTimeToLive } from '../../catalog/rules/time-to-live.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'

export const updateTimeToLive = operation('dynamodb.UpdateTimeToLive', {
  read: ({ TableName, TimeToLiveSpecification }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    wanted: TimeToLiveSpecification,
  }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:UpdateTimeToLive', tableName)],

  async run(ctx, { tableName, wanted }) {
    const request = { enabled: wanted.Enabled, attribute: wanted.AttributeName }
    const intervalMs = ctx.ttlChangeIntervalMs
    await ctx.catalog.changeSetting(ctx.caller, tableName, (definition, nowMs) => ({
      ...definition,
      timeToLive: changedTimeToLive(definition.timeToLive, request, { nowMs, intervalMs }),
    }))
    return { output: { TimeToLiveSpecification: wanted } }
  },
})
