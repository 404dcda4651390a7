/** Tags of alarms: read, added, removed. */
import type { Tag } from '../../api/generated/cloudwatch-types.js'
import type { AlarmTag } from '../../alarms/alarm.js'
import { alarmTagsMax } from '../../alarms/limits.js'
import { ServiceError } from '../../model/errors.js'
import { invalidValue } from './errors.js'

export function readAlarmTags(tags: readonly Tag[] = []): readonly AlarmTag[] {
  const read = tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
  if (new Set(read.map(({ key }) => key)).size < read.length) {
    throw invalidValue('Tag keys must be unique.')
  }
  requireFewTags(read)
  return read
}

export function withAlarmTags(
  current: readonly AlarmTag[],
  added: readonly AlarmTag[],
): readonly AlarmTag[] {
  const keys = added.map(({ key }) => key)
  const tags = [...withoutAlarmTags(current, keys), ...added]
  requireFewTags(tags)
  return tags
}

export function withoutAlarmTags(
  current: readonly AlarmTag[],
  keys: readonly string[],
): readonly AlarmTag[] {
  return current.filter(({ key }) => !keys.includes(key))
}

function requireFewTags(tags: readonly AlarmTag[]): void {
  if (tags.length <= alarmTagsMax) return
  throw invalidValue(`A resource can have at most ${alarmTagsMax} tags.`)
}

/** AWS: as an error of its own, with a longer name than that of other operations. */
export function taggedNotFound(arn: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `Unknown resource: ${arn}`)
}
