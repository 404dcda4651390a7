/** What is scraped from a server: kept up to date while it runs, and written only when somebody asks. */
import type { Catalog } from '../catalog/catalog.js'
import type { Meters } from '../metrics/meters.js'
import type { FinishedCall } from '../operations/dispatch/finished-call.js'
import { CallTotals } from '../operations/exposition/call-totals.js'
import { ExposedTotals } from '../operations/exposition/exposed-totals.js'
import { MeterTotals } from '../operations/exposition/meter-totals.js'
import type { MetricsPageParts } from '../operations/exposition/metrics-page.js'
import type { Gauge } from '../operations/exposition/text-writer.js'
import type { Clock } from '../stdx/clock.js'

export type WriteMetrics = (gauges: readonly Gauge[]) => Promise<string>

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
  let parts: MetricsPageParts | undefined
  return {
    countCall: (finished) => calls.count(finished),
    addUp: () => meterTotals.addUp(),
    async write(gauges) {
      const { writeMetricsPage } = await import('../operations/exposition/metrics-page.js')
      const { TableFactsReader } = await import('../operations/exposition/table-facts.js')
      parts ??= { meters, totals, meterTotals, tables: new TableFactsReader(catalog, clock) }
      return writeMetricsPage(parts, gauges)
    },
  }
}
