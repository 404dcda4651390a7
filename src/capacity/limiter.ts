/**
 * Throughput as it is enforced, and counted where it is not.
 *
 * A request is admitted while there is any credit left and is charged what it cost once that is
 * known, so nothing is refused for its size. What is refused costs nothing. Where throttling is off
 * the same accounts are kept, and what would have been refused is reported and not charged either.
 *
 * Nothing here waits or reads the store: settings are handed in, and are a copy of some age.
 */
import type { DescribedTable, Table } from '../catalog/table.js'
import type { Touch, Work } from '../items/work.js'
import type { Clock } from '../stdx/clock.js'
import type { Allowance } from './allowance.js'
import type { Demand, OnThrottled, UnmetDemand } from './demand.js'
import { allowanceTablesMax, idleTableMs } from './limits.js'
import { TableAllowances, type ResourceAllowances } from './table-allowances.js'
import { throttleTag } from './throttle-tag.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'
import { unitsOf } from './units.js'

export interface LimiterDependencies {
  readonly clock: Clock
  /** Whether tables are throttled that do not say otherwise by a tag. */
  readonly isOn: boolean
  /** What a table or index may use of reads or writes in a second, whatever its settings say. */
  readonly tableUnitsMax: number
  /** The settings of a table as far as they are at hand; what comes later is told by `settle`. */
  readonly settingsOf: (table: Table) => DescribedTable | undefined
  /** The same event, also by identity, as often as the same is refused for the same reason. */
  readonly onThrottled?: OnThrottled | undefined
}

export interface NamedAllowance {
  readonly tableId: string
  /** Undefined for the table itself. */
  readonly indexName: string | undefined
  readonly allowance: Allowance
}

export class Limiter {
  readonly #clock: Clock
  readonly #isOn: boolean
  readonly #tableUnitsMax: number
  readonly #settingsOf: (table: Table) => DescribedTable | undefined
  readonly #onThrottled: OnThrottled | undefined
  /** By the table's id. */
  readonly #tables = new Map<string, TableAllowances>()
  #mayRefuse: boolean
  #whenCharged: (() => void) | undefined

  constructor(dependencies: LimiterDependencies) {
    const { clock, isOn, tableUnitsMax, settingsOf, onThrottled } = dependencies
    this.#clock = clock
    this.#isOn = isOn
    this.#tableUnitsMax = tableUnitsMax
    this.#settingsOf = settingsOf
    this.#onThrottled = onThrottled
    this.#mayRefuse = isOn
  }

  /** False if no table is throttled: then no demand has to be made. */
  get mayRefuse(): boolean {
    return this.#mayRefuse
  }

  /** Tables that an account is kept of. */
  get tableCount(): number {
    return this.#tables.size
  }

  /** Whether requests to a table can be refused. */
  enforces(table: Table): boolean {
    return this.#mayRefuse && this.#of(table).isEnforced
  }

  /** Why a request has to wait; undefined if it need not. Whatever is refused is reported. */
  refusalOf(demand: Demand): UnmetDemand | undefined {
    const allowances = this.#of(demand.table)
    if (!allowances.isEnforced) return undefined
    const nowMs = this.#clock.now()
    const resource = allowances.resource(demand.indexName)
    const cause = resource.of(demand.kind).refusalOf(demand, nowMs)
    if (cause !== undefined) return this.#refused(demand.kind, allowances, resource, cause)
    if (demand.kind === 'read' || resource !== allowances.own) return undefined
    // AWS: an index that cannot keep up holds back every write to its table.
    for (const index of allowances.indexes) {
      const held = index.write.exhaustedBy(undefined, nowMs)
      if (held !== undefined) return this.#refused('write', allowances, index, held)
    }
    return undefined
  }

  /** For work that was done. */
  charge(work: Work): void {
    const nowMs = this.#clock.now()
    for (const touch of work) this.#charge(touch, nowMs)
    if (this.#whenCharged !== undefined) this.#tellCharged()
  }

  /** Is called once, with what is charged next. */
  whenCharged(listener: () => void): void {
    this.#whenCharged = listener
  }

  /** The settings of a table were read or changed. */
  settle(table: DescribedTable): void {
    const allowances = this.#tables.get(table.id)
    if (allowances !== undefined) this.#settle(allowances, table)
  }

  /** The tables that were used or wanted since this was last asked. Those that rest are forgotten. */
  usedTables(): readonly Table[] {
    const nowMs = this.#clock.now()
    const used: Table[] = []
    for (const [id, allowances] of this.#tables) {
      if (allowances.wasUsed) {
        allowances.wasUsed = false
        allowances.usedAtMs = nowMs
        used.push(allowances.table)
      } else if (nowMs - allowances.usedAtMs > idleTableMs && allowances.isRested(nowMs)) {
        this.#tables.delete(id)
      }
    }
    return used
  }

  /** Everything that an account is kept of. */
  *allowances(): Generator<NamedAllowance> {
    for (const [tableId, { own, indexes }] of this.#tables) {
      for (const { indexName, read, write } of [own, ...indexes]) {
        yield { tableId, indexName, allowance: read }
        yield { tableId, indexName, allowance: write }
      }
    }
  }

  /** Tables that serve more than their settings say, because they had to. */
  grownTables(): readonly TableAllowances[] {
    return [...this.#tables.values()].filter((allowances) => allowances.hasGrown)
  }

  /** A table is gone. */
  forget(table: Table): void {
    this.#tables.delete(table.id)
  }

  #charge(touch: Touch, nowMs: number): void {
    const { table, indexName, kind } = touch
    if (kind !== 'read' && kind !== 'write') return
    const allowances = this.#of(table)
    allowances.wasUsed = true
    const resource = allowances.resource(indexName)
    const allowance: Allowance = resource.of(kind)
    if (!allowances.isEnforced) {
      const cause = allowance.exhaustedBy(touch.partition, nowMs)
      if (cause !== undefined) {
        this.#onThrottled?.(allowances.event(resource, kind, cause), nowMs)
        return
      }
    }
    allowance.take(unitsOf(touch), touch.partition, nowMs)
  }

  #tellCharged(): void {
    const listener = this.#whenCharged
    this.#whenCharged = undefined
    listener?.()
  }

  #of(table: Table): TableAllowances {
    return this.#tables.get(table.id) ?? this.#begin(table)
  }

  #begin(table: Table): TableAllowances {
    if (this.#tables.size >= allowanceTablesMax) this.#forgetOldest()
    const allowances = new TableAllowances(table, this.#tableUnitsMax, this.#clock.now())
    allowances.isEnforced = this.#isOn
    this.#tables.set(table.id, allowances)
    const settings = this.#settingsOf(table)
    if (settings !== undefined) this.#settle(allowances, settings)
    return allowances
  }

  #settle(allowances: TableAllowances, table: DescribedTable): void {
    allowances.isEnforced = throttleTag(table.tags) ?? this.#isOn
    this.#mayRefuse ||= allowances.isEnforced
    allowances.settle(table, this.#clock.now())
  }

  #forgetOldest(): void {
    for (const id of this.#tables.keys()) {
      this.#tables.delete(id)
      return
    }
  }

  #refused(
    kind: ThrottledKind,
    allowances: TableAllowances,
    resource: ResourceAllowances,
    cause: ThrottlingCause,
  ): UnmetDemand {
    // Somebody waits for it: should its settings be raised, that has to be found.
    allowances.wasUsed = true
    const refusal = allowances.event(resource, kind, cause)
    this.#onThrottled?.(refusal, this.#clock.now())
    return refusal
  }
}
