/** The stored forms of alarms, and of what has yet to be told of them. */
import type { Scope } from '../model/arn.js'
import { alarmCountKey, alarmKey, alarmNoticeKey } from '../storage/alarm-keys.js'
import { systemSpace, type Get, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { Alarm, LeftState } from './alarm.js'

/** One action that a change of state calls. */
export interface AlarmNotice {
  readonly id: string
  /** As it was after the change. */
  readonly alarm: Alarm
  readonly before: LeftState
  readonly action: string
  readonly atMs: number
  readonly attempts: number
  /** Not before this time. */
  readonly dueAtMs: number
}

const { record, revision } = formatSteps.alarms
const alarmForm = jsonRecordAt<Alarm>(record, revision)
const countForm = jsonRecordAt<number>(record, revision)
const noticeForm = jsonRecordAt<AlarmNotice>(record, revision)

export function getAlarm(scope: Scope, name: string): Get {
  return { kind: 'get', space: systemSpace, key: alarmKey(scope, name) }
}

export function decodeAlarm(bytes: Buffer): Alarm {
  return alarmForm.decode(bytes)
}

export function putAlarm(alarm: Alarm): Mutation {
  const key = alarmKey(alarm.scope, alarm.name)
  return { kind: 'put', space: systemSpace, key, value: alarmForm.encode(alarm) }
}

export function deleteAlarm(scope: Scope, name: string): Mutation {
  return { kind: 'delete', space: systemSpace, key: alarmKey(scope, name) }
}

export function getAlarmCount(scope: Scope): Get {
  return { kind: 'get', space: systemSpace, key: alarmCountKey(scope) }
}

export function decodeAlarmCount(bytes: Buffer | undefined): number {
  return bytes === undefined ? 0 : countForm.decode(bytes)
}

export function putAlarmCount(scope: Scope, count: number): Mutation {
  const key = alarmCountKey(scope)
  return { kind: 'put', space: systemSpace, key, value: countForm.encode(count) }
}

export function decodeNotice(bytes: Buffer): AlarmNotice {
  return noticeForm.decode(bytes)
}

export function putNotice(notice: AlarmNotice): Mutation {
  const key = alarmNoticeKey(notice.atMs, notice.id)
  return { kind: 'put', space: systemSpace, key, value: noticeForm.encode(notice) }
}

export function deleteNotice({ atMs, id }: AlarmNotice): Mutation {
  return { kind: 'delete', space: systemSpace, key: alarmNoticeKey(atMs, id) }
}
