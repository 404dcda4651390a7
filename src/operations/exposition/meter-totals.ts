/**
 * Adds the meters of each minute to the totals. It is done whenever somebody looks, and before minutes are stored, after
 * which they are gone from memory; of each meter it is remembered how much was added already.
 */
import type { Aggregate } from '../../metrics/aggregate.js'
import { minuteMs } from '../../metrics/limits.js'
import type { Meter } from '../../metrics/meter.js'
import type { MeteredSeries, Meters, MinuteMeters } from '../../metrics/meters.js'
import type { Clock } from '../../stdx/clock.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import { exposedSeries } from './exposed-series.js'
import type { ExposedTotals, TotalsOfTable } from './exposed-totals.js'

const nothing: Aggregate = { count: 0, sum: 0, min: 0, max: 0 }
/** About a microsecond each. */
const stepsPerSeries = 100

export class MeterTotals {
  readonly #totals: ExposedTotals
  readonly #meters: Meters
  readonly #clock: Clock
  readonly #added = new WeakMap<Meter, Aggregate>()
  #lastMinutes: readonly MinuteMeters[] = []

  constructor(totals: ExposedTotals, meters: Meters, clock: Clock) {
    this.#totals = totals
    this.#meters = meters
    this.#clock = clock
  }

  /** The minute before this one, in as many pieces as it was measured in; empty if nothing was. */
  lastMinute(): readonly MinuteMeters[] {
    const minute = this.#minute()
    return this.#lastMinutes.filter((each) => each.minute === minute - 1)
  }

  async addUp(): Promise<void> {
    const nowMs = this.#clock.now()
    this.#meters.at(nowMs)
    const minutes = this.#meters.inMemory()
    const last = minutes.filter(({ minute }) => minute === this.#minute() - 1)
    // They may be stored, and gone from memory.
    const kept = this.lastMinute().filter((each) => !last.includes(each))
    this.#lastMinutes = [...kept, ...last]
    const steps = new Steps()
    for (const minute of minutes) {
      for (const series of minute.all()) {
        this.#add(series, minute.minute)
        if (steps.take(stepsPerSeries)) await nextTurn()
      }
    }
  }

  #add({ id, meter }: MeteredSeries, minute: number): void {
    const exposed = exposedSeries(id)
    const now = exposed === undefined ? undefined : meter.aggregate()
    if (exposed === undefined || now === undefined) return
    const before = this.#added.get(meter) ?? nothing
    if (now.count === before.count) return
    this.#added.set(meter, now)
    const { table } = exposed
    const owner: TotalsOfTable =
      table === undefined ? this.#totals.withoutTable : this.#totals.table(id.scope, table, minute)
    const total = owner.total(exposed)
    total.add(now.count - before.count, now.sum - before.sum)
    for (const [bin, count] of now.histogram ?? []) {
      total.addBin(bin, count - (before.histogram?.get(bin) ?? 0))
    }
  }

  #minute(): number {
    return Math.floor(this.#clock.now() / minuteMs)
  }
}
