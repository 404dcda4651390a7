/** CloudWatch's operations on alarms, loaded with the first of them. */
import type { Operation } from '../operation.js'
import { deleteAlarms } from './delete-alarms.js'
import { describeAlarms } from './describe-alarms.js'
import { disableAlarmActions } from './disable-alarm-actions.js'
import { enableAlarmActions } from './enable-alarm-actions.js'
import { listTagsForCloudwatchResource } from './list-tags-for-resource.js'
import { putMetricAlarm } from './put-metric-alarm.js'
import { setAlarmState } from './set-alarm-state.js'
import { tagCloudwatchResource } from './tag-resource.js'
import { untagCloudwatchResource } from './untag-resource.js'

export const alarmOperations: readonly Operation[] = [
  deleteAlarms,
  describeAlarms,
  disableAlarmActions,
  enableAlarmActions,
  listTagsForCloudwatchResource,
  putMetricAlarm,
  setAlarmState,
  tagCloudwatchResource,
  untagCloudwatchResource,
]
