/** EnableAlarmActions: lets alarms call their actions again. What they have missed is not made up for. */
import { operation } from '../operation.js'
import { onAlarms } from './alarm-access.js'

export const enableAlarmActions = operation('cloudwatch.EnableAlarmActions', {
  read: ({ AlarmNames }) => AlarmNames,

  access: (ctx, names) => onAlarms(ctx, 'cloudwatch:EnableAlarmActions', names),

  async run({ alarms, caller }, names) {
    await alarms.enableActions(caller, names, true)
    return { output: {} }
  },
})
