/** UpdateTimeToLive: turns expiry on or off. */
import type { TimeToLiveSpecification } from '../../api/generated/dynamodb-types.js'
import { validation } from '../../model/errors.js'
import { timeToLiveChangeIntervalMs } from '../../model/limits.js'
import type { TimeToLiveSetting } from '../../model/table.js'
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'

export const updateTimeToLive = operation('dynamodb.UpdateTimeToLive', {
  read: ({ TableName, TimeToLiveSpecification }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    wanted: TimeToLiveSpecification,
  }),

  async run(ctx, { tableName, wanted }) {
    await ctx.catalog.changeSetting(ctx.caller, tableName, (definition, nowMs) => ({
      ...definition,
      timeToLive: changed(definition.timeToLive, wanted, nowMs),
    }))
    return { TimeToLiveSpecification: wanted }
  },
})

function changed(
  current: TimeToLiveSetting | undefined,
  { Enabled, AttributeName }: TimeToLiveSpecification,
  nowMs: number,
): TimeToLiveSetting {
  if (current?.enabled && current.attribute !== AttributeName) {
    throw validation(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${current.attribute}`,
    )
  }
  if (Enabled && current?.enabled) throw validation('TimeToLive is already enabled')
  if (!Enabled && !current?.enabled) throw validation('TimeToLive is already disabled')
  if (current !== undefined && nowMs - current.changedAtMs < timeToLiveChangeIntervalMs) {
    throw validation('Time to live has been modified multiple times within a fixed interval')
  }
  return { enabled: Enabled, attribute: AttributeName, changedAtMs: nowMs }
}
