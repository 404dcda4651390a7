/** The settings of Contributor Insights and what was counted under them, in the store. */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine, type Entry, type Mutation } from '../storage/engine.js'
import { unfenced, writeFenced, type Fence } from '../storage/fence.js'
import {
  afterCounted,
  allInsightsMinutes,
  countedKeysOf,
  insightsMinuteKey,
  insightsMinutes,
  insightsSettingKey,
  insightsSettings,
  type CountedKeys,
} from '../storage/insights-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { KeyRange } from '../storage/keyspace.js'
import type { RuleKind } from './insight-rules.js'
import type { InsightsSetting, InsightsTarget } from './insights-setting.js'
import { decodeKeyMinute, encodeKeyMinute, type KeyMinute } from './key-minute.js'

const settings = jsonRecordAt<InsightsSetting>('insights', 1)
const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const minuteMs = 60_000
const pageEntries = 200

/** A rule's part of a minute's key. */
export type RuleTarget = Pick<InsightsTarget, 'tableId' | 'indexName'>

export class InsightsStore {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Undefined if there never was one for this very table. */
  async find(target: InsightsTarget): Promise<InsightsSetting | undefined> {
    const [found] = await this.#engine.read([getSetting(target)])
    const setting = found && settings.decode(found)
    return setting?.tableId === target.tableId ? setting : undefined
  }

  /** Puts what `change` returns, unless it returns nothing. Returns what is then in force. */
  change(
    target: InsightsTarget,
    change: (before: InsightsSetting | undefined) => InsightsSetting | undefined,
  ): Promise<InsightsSetting | undefined> {
    return this.#engine.transact({
      reads: [getSetting(target)],
      decide([found]) {
        const stored = found && settings.decode(found)
        const before = stored?.tableId === target.tableId ? stored : undefined
        const after = change(before)
        if (after === undefined) return { mutations: [], result: before }
        const { space, key } = getSetting(target)
        const put: Mutation = { kind: 'put', space, key, value: settings.encode(after) }
        return { mutations: [put], result: after }
      },
    })
  }

  /** All settings of a table, of a scope, or of all, in the order of their keys. */
  async list(scope?: Scope, tableName?: string): Promise<readonly InsightsSetting[]> {
    const listed: InsightsSetting[] = []
    for await (const { value } of this.#entries(insightsSettings(scope, tableName))) {
      listed.push(settings.decode(value))
    }
    return listed
  }

  async putMinute(rule: RuleTarget, kind: RuleKind, server: number, minute: KeyMinute) {
    const key = insightsMinuteKey(countedKeys(rule, kind), minute.atMs / minuteMs, server)
    const value = await deflate(JSON.stringify(encodeKeyMinute(minute)))
    const put: Mutation = { kind: 'put', space: systemSpace, key, value }
    await writeFenced(this.#engine, unfenced, [put])
  }

  /** By time; a minute has one for each server that counted. */
  async minutes(rule: RuleTarget, kind: RuleKind, range: MinuteRange): Promise<KeyMinute[]> {
    const found: KeyMinute[] = []
    for await (const { value } of this.#entries(minuteRange(countedKeys(rule, kind), range))) {
      const text = (await inflate(value)).toString()
      found.push(decodeKeyMinute(JSON.parse(text) as Parameters<typeof decodeKeyMinute>[0]))
    }
    return found
  }

  /** Everything of which there are minutes. */
  async *counted(): AsyncGenerator<CountedKeys> {
    const { from: first, to } = allInsightsMinutes()
    for (let from = first; ;) {
      const { entries } = await this.#page({ from, to }, 1)
      if (entries.length === 0) return
      const counted = countedKeysOf(entries[0]!.key)
      yield counted
      from = afterCounted(counted)
    }
  }

  async dropMinutes(counted: CountedKeys, range: MinuteRange, fence: Fence): Promise<void> {
    await this.#dropAll(minuteRange(counted, range), fence)
  }

  /** Unless it has changed. */
  async drop(setting: InsightsSetting, fence: Fence): Promise<void> {
    const get = getSetting(setting)
    const { space, key } = get
    await this.#engine.transact({
      guards: fence.guards,
      reads: [get],
      decide([found]) {
        const stored = found && settings.decode(found)
        const isSame =
          stored?.tableId === setting.tableId && stored.changedAtMs === setting.changedAtMs
        const gone: Mutation = { kind: 'delete', space, key }
        return { mutations: isSame ? [gone, ...fence.mutations] : [], result: undefined }
      },
    })
  }

  async #dropAll(range: KeyRange, fence: Fence): Promise<void> {
    for (;;) {
      const { entries, more } = await this.#page(range)
      const deletes = entries.map(({ key }): Mutation => ({
        kind: 'delete',
        space: systemSpace,
        key,
      }))
      if (deletes.length > 0) await writeFenced(this.#engine, fence, deletes)
      if (!more) return
    }
  }

  async *#entries(range: KeyRange): AsyncGenerator<Entry> {
    let from = range.from
    for (;;) {
      const { entries, more } = await this.#page({ ...range, from })
      yield* entries
      if (!more) return
      from = Buffer.concat([entries.at(-1)!.key, Buffer.of(0)])
    }
  }

  async #page(range: KeyRange, entriesMax = pageEntries) {
    const read = { kind: 'range', space: systemSpace, ...range, entriesMax } as const
    const [page] = await this.#engine.read([read])
    return page
  }
}

/** The last moment is excluded. */
export interface MinuteRange {
  readonly fromMs: number
  readonly toMs: number
}

function minuteRange(counted: CountedKeys, { fromMs, toMs }: MinuteRange): KeyRange {
  const [from, to] = [fromMs, toMs].map((ms) => Math.max(0, Math.ceil(ms / minuteMs)))
  return insightsMinutes(counted, from!, to!)
}

function countedKeys({ tableId, indexName }: RuleTarget, kind: RuleKind): CountedKeys {
  return { tableId, ...(indexName !== undefined && { indexName }), kind }
}

function getSetting({ account, region, tableName, indexName }: InsightsTarget) {
  const key = insightsSettingKey({ account, region }, tableName, indexName)
  return { kind: 'get', space: systemSpace, key } as const
}
