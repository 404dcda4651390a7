/** UntagResource: removes tags from an alarm. */
import type { AlarmTag } from '../../alarms/alarm.js'
import { operation } from '../operation.js'
import { onTagged, ownAlarmName } from './alarm-access.js'
import { taggedNotFound, withoutAlarmTags } from './alarm-tags.js'

export const untagCloudwatchResource = operation('cloudwatch.UntagResource', {
  read: ({ ResourceARN, TagKeys }) => ({ arn: ResourceARN, tagKeys: TagKeys }),

  access: (ctx, { arn, tagKeys }) => onTagged(ctx, 'cloudwatch:UntagResource', arn, { tagKeys }),

  async run({ alarms, caller }, { arn, tagKeys }) {
    const name = ownAlarmName(caller, arn)
    const remove = (current: readonly AlarmTag[]) => withoutAlarmTags(current, tagKeys)
    const exists = name !== undefined && (await alarms.changeTags(caller, name, remove))
    if (!exists) throw taggedNotFound(arn)
    return { output: {} }
  },
})
