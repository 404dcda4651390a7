/** What an alarm may call. AWS: only ARNs; here also addresses that the server's operator allows. */
import type { AlarmSettings } from '../../alarms/alarm.js'
import { isCallable } from '../../alarms/webhook-rule.js'
import { validation } from '../../model/errors.js'

export function requireCallable(settings: AlarmSettings, allowed: readonly string[]): void {
  const { okActions, alarmActions, insufficientDataActions } = settings
  for (const action of [...okActions, ...alarmActions, ...insufficientDataActions]) {
    if (action.startsWith('arn:') || isCallable(action, allowed)) continue
    throw validation(`Invalid arn syntax: ${action}`)
  }
}
