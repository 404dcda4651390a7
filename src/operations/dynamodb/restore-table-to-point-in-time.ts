/** RestoreTableToPointInTime: a new table with the items that another one had at a moment. */
import { earliestRestorableMs, latestRestorableMs } from '../../catalog/rules/recovery.js'
import { restoredTable } from '../../catalog/rules/restored-table.js'
import { stateOf } from '../../catalog/life-cycle.js'
import type { DescribedTable } from '../../catalog/table.js'
import {
  invalidRestoreTime,
  recoverableTableNotFound,
  recoveryUnavailable,
  tableAlreadyExists,
} from '../../model/recovery-errors.js'
import { onTable } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { resolvedEncryption } from './tables/chosen-key.js'
import { restoreOverrides, targetAccess } from './tables/restore-overrides.js'
import { readRestoreSource, type NamedSource, type WantedMoment } from './tables/restore-source.js'
import { describeCreatedTable } from './tables/table-answers.js'
import { requireTableName } from './tables/table-name.js'

export const restoreTableToPointInTime = operation('dynamodb.RestoreTableToPointInTime', {
  read: (input, { caller }) => ({
    ...readRestoreSource(input, caller),
    target: requireTableName(caller, input.TargetTableName),
    overrides: restoreOverrides(input),
  }),

  access: (ctx, { source, target }) => [
    onTable(ctx, 'dynamodb:RestoreTableToPointInTime', source.arn),
    ...targetAccess(ctx, target),
  ],

  // In the order AWS reports them.
  async run(ctx, { source, moment, target, overrides }) {
    const { account, region } = ctx.caller
    const nowMs = ctx.clock.now()
    const table = await requireSource(ctx, source)
    const restoresMs = requireMoment(ctx, table, moment)
    if ((await ctx.catalog.loadTable(ctx.caller, target)) !== undefined) {
      throw tableAlreadyExists(target)
    }
    const draft = restoredTable(table, overrides, { account, region, name: target, nowMs })
    const encryption = await resolvedEncryption(ctx, draft.encryption)
    // The latest moment of all is after everything that was answered before.
    const beforeMs = restoresMs < nowMs ? restoresMs : undefined
    const restored = await ctx.restores.start({
      draft: { ...draft, encryption },
      source: { sourceTableArn: table.arn, restoresMs },
      origin: await ctx.restores.pointOf(table, beforeMs),
      subject: table.name,
      refusal: ({ name }) => tableAlreadyExists(name),
    })
    return { output: { TableDescription: describeCreatedTable(restored) } }
  },
})

/** AWS: a table that is named by its ARN is not repeated. */
async function requireSource(
  { catalog, clock }: OperationContext,
  { scope, tableName, isByArn }: NamedSource,
): Promise<DescribedTable> {
  const table = await catalog.loadTable(scope, tableName)
  const state = table && stateOf(table, clock.now())
  if (table === undefined || state === 'deleting' || table.filling !== undefined) {
    throw recoverableTableNotFound(isByArn ? undefined : tableName)
  }
  return table
}

function requireMoment(
  ctx: OperationContext,
  { name, pointInTimeRecovery: setting }: DescribedTable,
  moment: WantedMoment,
): number {
  if (setting === undefined) throw recoveryUnavailable(name)
  const nowMs = ctx.clock.now()
  const latestMs = latestRestorableMs(setting, nowMs, ctx.recoveryDelayMs)
  if (moment === 'latest') return latestMs
  const earliestMs = earliestRestorableMs(setting, nowMs)
  // Both bounds are described in whole seconds.
  const isLateEnough = moment.atMs >= earliestMs - (earliestMs % 1000)
  if (isLateEnough && moment.atMs <= latestMs) return Math.max(moment.atMs, earliestMs)
  throw invalidRestoreTime(
    `RestoreDateTime '${inWords(moment.atMs)}' must be within EarliestRestorableDateTime '${inWords(earliestMs)}' and LatestRestorableDateTime '${inWords(latestMs)}'`,
  )
}

/** AWS: whole seconds. */
function inWords(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`
}
