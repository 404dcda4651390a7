/** ListTriggers: the triggers of the caller's tables, what they do, and how far they are behind. */
import type { Trigger } from '../../api/generated/gramme-types.js'
import type { TriggerReport } from '../../triggers/trigger-reports.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const listTriggers = operation('gramme.ListTriggers', {
  read: () => ({}),

  access: () => [onAnything('gramme:ListTriggers')],

  async run({ triggers, caller }) {
    const { triggers: found, faults, atMs } = await (await triggers()).list(caller)
    const output = {
      Triggers: found.map(describe),
      Faults: faults,
      ...(atMs !== undefined && { StatusTime: atMs / 1000 }),
    }
    return { output }
  },
})

function describe(report: TriggerReport): Trigger {
  const { streamArn, lastError, iteratorAgeMs } = report
  return {
    Name: report.name,
    TableName: report.tableName,
    ...(streamArn !== undefined && { StreamArn: streamArn }),
    Handler: report.handler,
    Enabled: report.enabled,
    State: report.state,
    ...(lastError !== undefined && { LastError: lastError }),
    ...(iteratorAgeMs !== undefined && { IteratorAgeMilliseconds: iteratorAgeMs }),
    BatchSize: report.batchSize,
    HasDeadLetterFile: report.hasDeadLetterFile,
  }
}
