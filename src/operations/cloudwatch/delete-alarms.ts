/** DeleteAlarms: deletes alarms by name. AWS: names of alarms that do not exist are ignored. */
import { operation } from '../operation.js'
import { onAlarms } from './alarm-access.js'

export const deleteAlarms = operation('cloudwatch.DeleteAlarms', {
  read: ({ AlarmNames }) => AlarmNames,

  access: (ctx, names) => onAlarms(ctx, 'cloudwatch:DeleteAlarms', names),

  async run({ alarms, caller }, names) {
    await alarms.delete(caller, names)
    return { output: {} }
  },
})
