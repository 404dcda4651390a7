/** ListTagsForResource: the tags of an alarm. AWS: none, if there is no such alarm. */
import { operation } from '../operation.js'
import { onTagged, ownAlarmName } from './alarm-access.js'

export const listTagsForCloudwatchResource = operation('cloudwatch.ListTagsForResource', {
  read: ({ ResourceARN }) => ResourceARN,

  access: (ctx, arn) => onTagged(ctx, 'cloudwatch:ListTagsForResource', arn),

  async run({ alarms, caller }, arn) {
    const name = ownAlarmName(caller, arn)
    const found = name === undefined ? undefined : await alarms.find(caller, name)
    const tags = found?.tags ?? []
    return { output: { Tags: tags.map(({ key, value }) => ({ Key: key, Value: value })) } }
  },
})
