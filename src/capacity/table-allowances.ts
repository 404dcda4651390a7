/** What a table and its global indexes may use. Local indexes use what the table has. */
import type { DescribedTable, Table } from '../catalog/table.js'
import type { IndexDefinition } from '../model/table.js'
import { Allowance } from './allowance.js'
import type { ThrottleEvent } from './demand.js'
import { KeyRanges } from './key-ranges.js'
import { kindSettingsOf } from './rate-limit.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'

/** Of a table or of a global index. */
export class ResourceAllowances {
  /** Undefined for the table itself. */
  readonly indexName: string | undefined
  readonly read: Allowance
  readonly write: Allowance

  readonly #quota: number

  /** Without a name, of the table itself. The quota is that of any table or index. */
  constructor(indexName: string | undefined, quota: number, nowMs: number) {
    this.indexName = indexName
    this.#quota = quota
    const ranges = new KeyRanges()
    this.read = new Allowance('read', ranges, nowMs)
    this.write = new Allowance('write', ranges, nowMs)
  }

  of(kind: ThrottledKind): Allowance {
    return kind === 'read' ? this.read : this.write
  }

  settle(table: DescribedTable, index: IndexDefinition | undefined, nowMs: number): void {
    const quota = this.#quota
    this.read.settle(kindSettingsOf(table, index, { kind: 'read', quota, nowMs }), nowMs)
    this.write.settle(kindSettingsOf(table, index, { kind: 'write', quota, nowMs }), nowMs)
  }

  get hasGrown(): boolean {
    return this.read.grownUnits > 0 || this.write.grownUnits > 0
  }

  isRested(nowMs: number): boolean {
    return this.read.isRested(nowMs) && this.write.isRested(nowMs)
  }
}

export class TableAllowances {
  readonly table: Table
  readonly own: ResourceAllowances
  /** Whether requests are refused, rather than only counted. */
  isEnforced = false
  /** Whether anything was charged or refused lately. */
  wasUsed = true
  usedAtMs: number
  mode: 'provisioned' | 'on-demand' = 'provisioned'
  readonly #quota: number
  #indexes: readonly ResourceAllowances[] = []
  readonly #byName = new Map<string, ResourceAllowances>()

  constructor(table: Table, quota: number, nowMs: number) {
    this.table = table
    this.usedAtMs = nowMs
    this.#quota = quota
    this.own = new ResourceAllowances(undefined, quota, nowMs)
    this.#keepIndexes(table, nowMs)
  }

  get indexes(): readonly ResourceAllowances[] {
    return this.#indexes
  }

  /** The allowances that a touch of the table or of one of its indexes uses. */
  resource(indexName: string | undefined): ResourceAllowances {
    return indexName === undefined ? this.own : (this.#byName.get(indexName) ?? this.own)
  }

  /**
   * What is told of a request that finds nothing left. A busy table may have that with every request, so
   * an event is made once and is the same object from then on.
   */
  event(resource: ResourceAllowances, kind: ThrottledKind, cause: ThrottlingCause): ThrottleEvent {
    const { events } = resource.of(kind)
    const known = events.get(cause)
    const { table, mode, isEnforced: refused } = this
    if (known !== undefined && known.mode === mode && known.refused === refused) return known
    const event = { table, indexName: resource.indexName, kind, cause, mode, refused }
    events.set(cause, event)
    return event
  }

  settle(table: DescribedTable, nowMs: number): void {
    this.mode = table.billing.mode
    this.#keepIndexes(table, nowMs)
    this.own.settle(table, undefined, nowMs)
    for (const index of table.indexes) this.#byName.get(index.name)?.settle(table, index, nowMs)
  }

  get hasGrown(): boolean {
    return this.own.hasGrown || this.#indexes.some((index) => index.hasGrown)
  }

  /** Whether nothing is lost if it is forgotten. */
  isRested(nowMs: number): boolean {
    return this.own.isRested(nowMs) && this.#indexes.every((index) => index.isRested(nowMs))
  }

  #keepIndexes({ indexes }: Pick<Table, 'indexes'>, nowMs: number): void {
    const globals = indexes.filter(({ kind }) => kind === 'global')
    this.#indexes = globals.map(({ name }) => {
      return this.#byName.get(name) ?? new ResourceAllowances(name, this.#quota, nowMs)
    })
    this.#byName.clear()
    for (const each of this.#indexes) this.#byName.set(each.indexName!, each)
  }
}
