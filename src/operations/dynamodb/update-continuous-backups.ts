/** UpdateContinuousBackups: turns point-in-time recovery on or off, or changes its period. */
import type { PointInTimeRecoverySpecification } from '../../api/generated/dynamodb-types.js'
import { changedRecovery, type RecoveryRequest } from '../../catalog/rules/recovery.js'
import { ServiceError } from '../../model/errors.js'
import { requestNotValid } from '../../model/recovery-errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { continuousBackupsOf, requireBackedUp } from './tables/continuous-backups.js'
import { requireTableName } from './tables/table-name.js'

export const updateContinuousBackups = operation('dynamodb.UpdateContinuousBackups', {
  read: ({ TableName, PointInTimeRecoverySpecification: specification }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    request: readRequest(specification),
  }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:UpdateContinuousBackups', tableName)],

  async run(ctx, { tableName, request }) {
    await requireBackedUp(ctx, tableName)
    const changing = ctx.catalog.changeSetting(ctx.caller, tableName, (definition) => ({
      ...definition,
      // The time at which the table is locked: every write that is not logged was stamped before it.
      pointInTimeRecovery: changedRecovery(
        definition.pointInTimeRecovery,
        request,
        ctx.clock.now(),
      ),
    }))
    const table = await changing.catch(async (error: unknown) => {
      // Its state has changed since: the answer is the one for that state.
      if (error instanceof ServiceError) await requireBackedUp(ctx, tableName)
      throw error
    })
    const times = { nowMs: ctx.clock.now(), delayMs: ctx.recoveryDelayMs }
    return { output: { ContinuousBackupsDescription: continuousBackupsOf(table, times) } }
  },
})

function readRequest({
  PointInTimeRecoveryEnabled: enabled,
  RecoveryPeriodInDays: periodDays,
}: PointInTimeRecoverySpecification): RecoveryRequest {
  if (!enabled && periodDays !== undefined) {
    throw requestNotValid(
      'Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.',
    )
  }
  return { enabled, periodDays }
}
