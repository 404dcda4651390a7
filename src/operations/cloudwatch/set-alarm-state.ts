/** SetAlarmState: puts an alarm into a state until it is evaluated again. */
import { ServiceError } from '../../model/errors.js'
import { operation } from '../operation.js'
import { onAlarms } from './alarm-access.js'

export const setAlarmState = operation('cloudwatch.SetAlarmState', {
  read({ AlarmName, StateValue, StateReason, StateReasonData }) {
    if (StateReasonData !== undefined) requireJson(StateReasonData)
    const next = { state: StateValue, reason: StateReason, reasonData: StateReasonData }
    return { name: AlarmName, next }
  },

  access: (ctx, { name }) => onAlarms(ctx, 'cloudwatch:SetAlarmState', [name]),

  async run({ alarms, caller }, { name, next }) {
    // AWS: has no message.
    const exists = await alarms.setState(caller, name, next)
    if (!exists) throw new ServiceError('ResourceNotFound', undefined)
    return { output: {} }
  },
})

function requireJson(text: string): void {
  try {
    JSON.parse(text)
  } catch {
    throw new ServiceError('InvalidFormatFault', 'StateReasonData must be valid JSON.')
  }
}
