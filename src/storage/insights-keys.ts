/** The keys of Contributor Insights, in the system space. Prefixes are in `system-prefixes.ts`. */
import type { Scope } from '../model/arn.js'
import { readPart, terminatedPart } from './key-codec.js'
import { prefixEnd, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

/** A table, then its indexes: prefix | account | region | table | index. */
export function insightsSettingKey(scope: Scope, tableName: string, indexName = ''): Buffer {
  return Buffer.concat([settingPrefix(scope, tableName), part(indexName)])
}

/** Those of a table, of an account in a region, or all. */
export function insightsSettings(scope?: Scope, tableName?: string): KeyRange {
  const from = settingPrefix(scope, tableName)
  return { from, to: prefixEnd(from) }
}

function settingPrefix(scope?: Scope, tableName?: string): Buffer {
  const names = scope === undefined ? [] : [scope.account, scope.region, tableName]
  const parts = names.filter((name) => name !== undefined).map(part)
  return Buffer.concat([Buffer.of(system.insightsSetting), ...parts])
}

/** What is counted: keys of a kind, of a table or index. */
export interface CountedKeys {
  readonly tableId: string
  readonly indexName?: string
  readonly kind: string
}

/** prefix | table's id | index | kind | minute | server. */
export function insightsMinuteKey(counted: CountedKeys, minute: number, server: number): Buffer {
  return Buffer.concat([countedPrefix(counted), number(minute), number(server)])
}

/** The last minute is excluded. */
export function insightsMinutes(counted: CountedKeys, from: number, to: number): KeyRange {
  const prefix = countedPrefix(counted)
  return { from: Buffer.concat([prefix, number(from)]), to: Buffer.concat([prefix, number(to)]) }
}

/** All minutes of all that is counted. */
export function allInsightsMinutes(): KeyRange {
  const from = Buffer.of(system.insightsMinute)
  return { from, to: prefixEnd(from) }
}

/** Behind everything that was counted there. */
export function afterCounted(counted: CountedKeys): Buffer {
  return prefixEnd(countedPrefix(counted))
}

export function countedKeysOf(key: Buffer): CountedKeys {
  const table = readPart(key, 1)
  const index = readPart(key, table.next)
  const indexName = index.value.toString()
  const kind = readPart(key, index.next).value.toString()
  return { tableId: table.value.toString(), ...(indexName !== '' && { indexName }), kind }
}

function countedPrefix({ tableId, indexName = '', kind }: CountedKeys): Buffer {
  const parts = [tableId, indexName, kind].map(part)
  return Buffer.concat([Buffer.of(system.insightsMinute), ...parts])
}

function part(text: string): Buffer {
  return terminatedPart(Buffer.from(text))
}

function number(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}
