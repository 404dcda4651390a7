/** TagResource: adds tags to an alarm, or changes their values. */
import type { AlarmTag } from '../../alarms/alarm.js'
import { operation } from '../operation.js'
import { onTagged, ownAlarmName } from './alarm-access.js'
import { readAlarmTags, taggedNotFound, withAlarmTags } from './alarm-tags.js'

export const tagCloudwatchResource = operation('cloudwatch.TagResource', {
  read: ({ ResourceARN, Tags }) => ({ arn: ResourceARN, tags: readAlarmTags(Tags) }),

  access: (ctx, { arn, tags }) => onTagged(ctx, 'cloudwatch:TagResource', arn, { tags }),

  async run({ alarms, caller }, { arn, tags }) {
    const name = ownAlarmName(caller, arn)
    const add = (current: readonly AlarmTag[]) => withAlarmTags(current, tags)
    const exists = name !== undefined && (await alarms.changeTags(caller, name, add))
    if (!exists) throw taggedNotFound(arn)
    return { output: {} }
  },
})
