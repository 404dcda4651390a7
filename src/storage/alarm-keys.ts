/** The keys of alarms, in the system space. The prefixes are in `system-prefixes.ts`. */
import type { Scope } from '../model/arn.js'
import { keyAfter, prefixEnd, scopePrefix, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function alarmKey(scope: Scope, name: string): Buffer {
  return Buffer.concat([scopePrefix(system.alarm, scope), Buffer.from(name)])
}

/** The alarms of an account and region whose names start with a text, after one if it is given. */
export function alarmsOf(scope: Scope, namePrefix: string, afterName?: string): KeyRange {
  const prefix = alarmKey(scope, namePrefix)
  const from = afterName === undefined ? prefix : keyAfter(alarmKey(scope, afterName))
  return { from, to: prefixEnd(prefix) }
}

/** All alarms, after the one that has a key. */
export function allAlarms(afterKey?: Buffer): KeyRange {
  const from = afterKey === undefined ? Buffer.of(system.alarm) : keyAfter(afterKey)
  return { from, to: Buffer.of(system.alarm + 1) }
}

export function alarmCountKey(scope: Scope): Buffer {
  return scopePrefix(system.alarmCount, scope)
}

/** The id tells apart what happened at the same time. */
export function alarmNoticeKey(atMs: number, id: string): Buffer {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(atMs))
  return Buffer.concat([Buffer.of(system.alarmNotice), time, Buffer.from(id)])
}

/** The oldest first. */
export function allAlarmNotices(): KeyRange {
  return { from: Buffer.of(system.alarmNotice), to: Buffer.of(system.alarmNotice + 1) }
}
