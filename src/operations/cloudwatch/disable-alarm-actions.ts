/** DisableAlarmActions: keeps alarms from calling their actions. They are evaluated as before. */
import { operation } from '../operation.js'
import { onAlarms } from './alarm-access.js'

export const disableAlarmActions = operation('cloudwatch.DisableAlarmActions', {
  read: ({ AlarmNames }) => AlarmNames,

  access: (ctx, names) => onAlarms(ctx, 'cloudwatch:DisableAlarmActions', names),

  async run({ alarms, caller }, names) {
    await alarms.enableActions(caller, names, false)
    return { output: {} }
  },
})
