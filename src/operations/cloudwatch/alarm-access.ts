/** What operations on alarms touch. */
import { alarmArn, parseAlarmArn, type AlarmTag } from '../../alarms/alarm.js'
import { isOwn, type OwnScope } from '../../model/arn.js'
import type { Access } from '../access.js'
import type { OperationContext } from '../operation.js'

/** Alarms by name, each with the tags it has. */
export async function onAlarms(
  { alarms, caller }: OperationContext,
  action: `cloudwatch:${string}`,
  names: readonly string[],
): Promise<readonly Access[]> {
  const found = await alarms.findAll(caller, names)
  const tags = new Map(found.map((alarm) => [alarm.name, alarm.tags]))
  return names.map((name) => ({
    action,
    resource: alarmArn(caller, name),
    resourceTags: tags.get(name) ?? [],
  }))
}

/** AWS: all alarms of an account cannot be told apart by a policy. */
export function onAllAlarms(
  { caller }: Pick<OperationContext, 'caller'>,
  action: `cloudwatch:${string}`,
): readonly Access[] {
  return [{ action, resource: alarmArn(caller, '*') }]
}

/** What is tagged, by its ARN. */
export async function onTagged(
  ctx: OperationContext,
  action: `cloudwatch:${string}`,
  arn: string,
  facts: { readonly tags?: readonly AlarmTag[]; readonly tagKeys?: readonly string[] } = {},
): Promise<readonly Access[]> {
  const name = ownAlarmName(ctx.caller, arn)
  const found = name === undefined ? undefined : await ctx.alarms.find(ctx.caller, name)
  return [{ action, resource: arn, resourceTags: found?.tags ?? [], ...facts }]
}

/** Undefined for what is not an alarm, or is someone else's. */
export function ownAlarmName(scope: OwnScope, arn: string): string | undefined {
  const parsed = parseAlarmArn(arn)
  return parsed !== undefined && isOwn(scope, parsed) ? parsed.name : undefined
}
