/** UpdateTimeToLive: turns expiry on or off. */
import { stillInUse } from '../../catalog/life-cycle.js'
import { changedTimeToLive } from '../../catalog/rules/time-to-live.js'
import type { DescribedTable } from '../../catalog/table.js'
import { resourceInUse, ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { BesideDefinition } from '../../storage/table-keys.js'
import { onTable } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
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
      const change = (definition: TableDefinition, nowMs: number) => ({
        ...definition,
        timeToLive: changedTimeToLive(definition.timeToLive, request, { nowMs, intervalMs }),
      })
      await changedIn(ctx, tableName, (besideDefinition) =>
        ctx.catalog.changeSetting(ctx.caller, tableName, change, { besideDefinition }),
      )
    } catch (error) {
      throw reworded(error, tableName)
    }
    return { output: { TimeToLiveSpecification: wanted } }
  },
})

/** What concerns replicas is loaded with the first table that has some. */
async function changedIn(
  ctx: OperationContext,
  tableName: string,
  make: (beside: readonly BesideDefinition[]) => Promise<DescribedTable>,
): Promise<void> {
  const current = await ctx.catalog.loadTable(ctx.caller, tableName)
  if (current?.replica === undefined) {
    await make([])
    return
  }
  const { updateTimeToLiveInGroup } = await import('./tables/update-in-group.js')
  await updateTimeToLiveInGroup(ctx, current, make)
}

/** AWS: a table that is being created is refused in other words than by UpdateTable. */
function reworded(error: unknown, tableName: string): unknown {
  const usual = stillInUse(tableName, 'creating')
  if (!(error instanceof ServiceError) || error.message !== usual.message) return error
  return resourceInUse(
    `Attempt to change a resource which is still in use: Table ${tableName} is being created`,
  )
}
