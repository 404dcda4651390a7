/** PutMetricAlarm: makes an alarm, or replaces all settings of one. */
import { alarmArn } from '../../alarms/alarm.js'
import { operation } from '../operation.js'
import { onAlarms } from './alarm-access.js'
import { readAlarmSettings } from './alarm-input.js'
import { readAlarmTags } from './alarm-tags.js'
import { requireCallable } from './alarm-webhooks.js'
import { requireComputable } from './alarm-queries.js'

export const putMetricAlarm = operation('cloudwatch.PutMetricAlarm', {
  read(input) {
    const { AlarmName: name, Tags } = input
    return { name, settings: readAlarmSettings(input), tags: readAlarmTags(Tags) }
  },

  /** AWS: tags need a right of their own. */
  async access(ctx, { name, tags }) {
    if (tags.length === 0) return onAlarms(ctx, 'cloudwatch:PutMetricAlarm', [name])
    const [access] = await onAlarms(ctx, 'cloudwatch:PutMetricAlarm', [name])
    const resource = alarmArn(ctx.caller, name)
    return [
      { ...access!, tags },
      { ...access!, action: 'cloudwatch:TagResource', resource, tags },
    ]
  },

  async run({ alarms, caller, alarmWebhooks }, { name, settings, tags }) {
    requireCallable(settings, alarmWebhooks)
    await requireComputable(settings.subject, caller)
    await alarms.put(caller, name, settings, tags)
    return { output: {} }
  },
})
