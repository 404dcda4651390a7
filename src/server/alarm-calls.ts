/** What alarms call outside the database: addresses, and the functions of triggers. */
import type { AlarmActionKind } from '../alarms/alarm-actions.js'
import { noticeMsMax } from '../alarms/limits.js'
import { functionEventText, notificationText } from '../alarms/notification.js'
import { isCallable } from '../alarms/webhook-rule.js'
import { callEndpoint } from '../functions/call-endpoint.js'
import type { TriggerHost } from '../functions/trigger-host.js'
import type { Invocation } from '../triggers/invocation.js'

/**
 * An address gets the message that a topic would, as the body of a POST. The server that calls may have other
 * settings than the one that was given the alarm.
 */
export function webhookActions(allowed: readonly string[]): AlarmActionKind {
  return {
    claims: (action) => isCallable(action, allowed),
    async run(call, signal) {
      const endpoint = { kind: 'endpoint', url: call.action, timeoutMs: noticeMsMax } as const
      requireAnswer(await callEndpoint(endpoint, notificationText(call), signal))
    },
  }
}

const functionPattern = /^arn:[a-z-]+:lambda:[^:]*:[^:]*:function:([^:]+)$/

/** A function's ARN names the trigger whose code is called. */
export function functionActions(triggers: TriggerHost | undefined): AlarmActionKind {
  const nameIn = (action: string) => functionPattern.exec(action)?.[1]
  return {
    claims: (action) => triggers !== undefined && nameIn(action) !== undefined,
    async run(call, signal) {
      const name = nameIn(call.action)!
      const answer = await triggers!.invoke(name, functionEventText(call), signal)
      if (answer === undefined) throw new Error(`no trigger named ${name} is running`)
      requireAnswer(answer)
    },
  }
}

function requireAnswer(invocation: Invocation): void {
  if (invocation.kind === 'failed') throw new Error(invocation.reason)
}
