/**
 * Counts keys while requests run. Only tables and indexes whose keys are to be counted cost anything: all
 * others end at a look into a map that is usually empty.
 */
import type { Random } from '../stdx/random.js'
import { insightRulesOf, type RuleKind } from './insight-rules.js'
import type { InsightsSetting } from './insights-setting.js'
import { KeyMinuteCounts, type KeyMinute } from './key-minute.js'
import type { RuleTarget } from './insights-store.js'

/** A key as it is shown: the values of its partition, and of its sort attributes if they are known. */
export interface ShownKey {
  readonly partition: readonly string[]
  readonly sort: readonly string[] | undefined
}

interface RuleCounts {
  readonly target: RuleTarget
  readonly kinds: Map<RuleKind, KeyMinuteCounts | undefined>
}

export interface FinishedMinute {
  readonly target: RuleTarget
  readonly kind: RuleKind
  readonly minute: KeyMinute
}

const minuteMs = 60_000

export class KeyTraffic {
  /** Tells apart what several servers count. */
  readonly server: number
  readonly #tables = new Map<string, Map<string, RuleCounts>>()
  #finished: FinishedMinute[] = []

  constructor(random: Random) {
    this.server = Buffer.from(random.bytes(4)).readUInt32BE()
  }

  get isIdle(): boolean {
    return this.#tables.size === 0
  }

  counts(tableId: string, indexName: string | undefined): boolean {
    return this.#tables.get(tableId)?.has(indexName ?? '') === true
  }

  /** What was counted under a rule that is gone goes with it. */
  watch(settings: readonly InsightsSetting[]): void {
    const before = new Map(this.#tables)
    this.#tables.clear()
    for (const setting of settings) {
      const kinds = insightRulesOf(setting).map(({ kind }) => kind)
      if (kinds.length === 0) continue
      const { tableId, indexName } = setting
      const known = before.get(tableId)?.get(indexName ?? '')?.kinds
      const table = this.#tables.get(tableId) ?? new Map<string, RuleCounts>()
      const target = { tableId, ...(indexName !== undefined && { indexName }) }
      table.set(indexName ?? '', { target, kinds: new Map(kinds.map((k) => [k, known?.get(k)])) })
      this.#tables.set(tableId, table)
    }
  }

  /** AWS: a write unit weighs as much as three read units. */
  accessed(target: RuleTarget, key: ShownKey, weight: number, nowMs: number): void {
    this.#count(target, key, ['PKC', 'SKC'], { weight, nowMs })
  }

  throttled(target: RuleTarget, key: ShownKey, nowMs: number): void {
    this.#count(target, key, ['PKT', 'SKT'], { weight: 1, nowMs })
  }

  #count(
    { tableId, indexName }: RuleTarget,
    { partition, sort }: ShownKey,
    [ofPartition, ofWhole]: readonly [RuleKind, RuleKind],
    { weight, nowMs }: { readonly weight: number; readonly nowMs: number },
  ): void {
    const counts = this.#tables.get(tableId)?.get(indexName ?? '')
    if (counts === undefined) return
    this.#minuteOf(counts, ofPartition, nowMs)?.add(JSON.stringify(partition), weight)
    if (sort === undefined) return
    this.#minuteOf(counts, ofWhole, nowMs)?.add(JSON.stringify([...partition, ...sort]), weight)
  }

  /** Undefined if nobody asks for keys of this kind. */
  #minuteOf({ target, kinds }: RuleCounts, kind: RuleKind, nowMs: number) {
    if (!kinds.has(kind)) return undefined
    const atMs = Math.floor(nowMs / minuteMs) * minuteMs
    const current = kinds.get(kind)
    if (current?.atMs === atMs) return current
    if (current !== undefined) this.#finished.push({ target, kind, minute: current.taken() })
    const next = new KeyMinuteCounts(atMs)
    kinds.set(kind, next)
    return next
  }

  /** Takes the minutes that are over, and with `endsNow` the present one as well. */
  finished(nowMs: number, endsNow: boolean): readonly FinishedMinute[] {
    const atMs = Math.floor(nowMs / minuteMs) * minuteMs
    for (const counts of this.#allCounts()) {
      for (const [kind, minute] of counts.kinds) {
        if (minute === undefined || (minute.atMs === atMs && !endsNow)) continue
        this.#finished.push({ target: counts.target, kind, minute: minute.taken() })
        counts.kinds.set(kind, undefined)
      }
    }
    const finished = this.#finished
    this.#finished = []
    return finished
  }

  /** The minute under way, which is not stored yet. */
  present({ tableId, indexName }: RuleTarget, kind: RuleKind): KeyMinute | undefined {
    return this.#tables
      .get(tableId)
      ?.get(indexName ?? '')
      ?.kinds.get(kind)
      ?.taken()
  }

  *#allCounts(): Generator<RuleCounts> {
    for (const table of this.#tables.values()) yield* table.values()
  }
}
