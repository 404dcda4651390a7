/** What is scraped from a server: kept up to date while it runs, and written only when somebody asks. */
import type { Catalog } from '../catalog/catalog.js'
import type { Gauge, MetricSink } from '../metrics/metric-sink.js'
import type { Meters } from '../metrics/meters.js'
import type { FinishedCall } from '../operations/dispatch/finished-call.js'
import { CallTotals } from '../operations/exposition/call-totals.js'
import { ExposedTotals } from '../operations/exposition/exposed-totals.js'
import { MeterTotals } from '../operations/exposition/meter-totals.js'
import type { ShownMetrics } from '../operations/exposition/shown-metrics.js'
import type { Clock } from '../stdx/clock.js'

export type WriteMetrics = (sink: MetricSink, gauges: readonly Gauge[]) => Promise<void>

export interface Exposition {
  countCall(finished: FinishedCall): void
  /** To be called before minutes leave the memory. */
  addUp(): Promise<void>
  readonly write: WriteMetrics
}

export interface ExpositionDependencies {
  readonly meters: Meters
  readonly catalog: Catalog
  readonly clock: Clock
}

export function openExposition({ meters, catalog, clock }: ExpositionDependencies): Exposition {
  const totals = new ExposedTotals()
  const calls = new CallTotals(totals)
  const meterTotals = new MeterTotals(totals, meters, clock)
  let parts: ShownMetrics | undefined
  return {
    countCall: (finished) => calls.count(finished),
    addUp: () => meterTotals.addUp(),
    async write(sink, gauges) {
      const { writeMetrics } = await import('../operations/exposition/shown-metrics.js')
      const { TableFactsReader } = await import('../operations/exposition/table-facts.js')
      parts ??= { meters, totals, meterTotals, tables: new TableFactsReader(catalog, clock) }
      return writeMetrics(sink, parts, gauges)
    },
  }
}
