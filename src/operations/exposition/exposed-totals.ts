/**
 * Sums since the server was started, by table. Tables are bounded: those that come when there is no room, and that
 * nobody's idleness makes room for, are added up as one.
 */
import type { Scope } from '../../model/arn.js'
import { durationBuckets, type DurationBuckets } from './duration-buckets.js'
import type { Labels } from '../../metrics/metric-sink.js'
import type { ExposedSeries } from './exposed-series.js'
import { namedTableIdleMinutes, namedTablesMax } from './limits.js'

export class Total {
  readonly family: string
  readonly labels: Labels
  count = 0
  sum = 0
  /** Of durations: which buckets they have, and what is in them. */
  readonly durations: DurationBuckets | undefined
  readonly buckets: Float64Array

  constructor(family: string, labels: Labels) {
    this.family = family
    this.labels = labels
    this.durations = durationBuckets.get(family)
    this.buckets = new Float64Array(this.durations?.count ?? 0)
  }

  add(count: number, sum: number): void {
    this.count += count
    this.sum += sum
  }

  addBin(bin: number, count: number): void {
    if (this.durations !== undefined) this.buckets[this.durations.ofBin(bin)]! += count
  }
}

export class TotalsOfTable {
  /** Undefined of what is not about one table: calls without one, and the sum of those without room. */
  readonly scope: Scope | undefined
  readonly table: string
  usedAtMinute = -Infinity
  readonly #totals = new Map<string, Total>()

  constructor(table: string, scope?: Scope) {
    this.table = table
    this.scope = scope
  }

  total({ family, labels }: Pick<ExposedSeries, 'family' | 'labels'>): Total {
    // None of these values can contain the separator.
    const key = [family, ...Object.values(labels)].join(' ')
    const known = this.#totals.get(key)
    if (known !== undefined) return known
    const total = new Total(family, labels)
    this.#totals.set(key, total)
    return total
  }

  all(): Iterable<Total> {
    return this.#totals.values()
  }
}

export class ExposedTotals {
  readonly #tables = new Map<string, TotalsOfTable>()
  readonly #other = new TotalsOfTable('other')
  /** Of calls that are for no table. */
  readonly withoutTable = new TotalsOfTable('')

  table(scope: Scope, table: string, minute: number): TotalsOfTable {
    const key = keyOf(scope, table)
    const known = this.#tables.get(key) ?? this.#addIfRoom(key, scope, table, minute)
    if (known === undefined) return this.#other
    known.usedAtMinute = Math.max(known.usedAtMinute, minute)
    return known
  }

  isNamed(scope: Scope, table: string): boolean {
    return this.#tables.has(keyOf(scope, table))
  }

  all(): readonly TotalsOfTable[] {
    return [this.withoutTable, ...this.#tables.values(), this.#other]
  }

  #addIfRoom(key: string, scope: Scope, table: string, minute: number): TotalsOfTable | undefined {
    if (this.#tables.size >= namedTablesMax && !this.#makeRoom(minute)) return undefined
    const { account, region } = scope
    const added = new TotalsOfTable(table, { account, region })
    this.#tables.set(key, added)
    return added
  }

  /** A counter that disappears and comes back from 0 is what Prometheus calls a reset: rates stay right. */
  #makeRoom(minute: number): boolean {
    for (const [key, { usedAtMinute }] of this.#tables) {
      if (minute - usedAtMinute >= namedTableIdleMinutes) return this.#tables.delete(key)
    }
    return false
  }
}

function keyOf({ account, region }: Scope, table: string): string {
  return `${account} ${region} ${table}`
}
