/** Everything that is shown to those who scrape this server, as one text. */
import type { Meters } from '../../metrics/meters.js'
import { writeCloudWatchNames } from './cloudwatch-names.js'
import type { ExposedTotals } from './exposed-totals.js'
import type { MeterTotals } from './meter-totals.js'
import { scopeLabels } from './scope-labels.js'
import type { TableFactsReader } from './table-facts.js'
import { TextWriter, type Gauge } from './text-writer.js'
import { writeTableFacts } from './write-table-facts.js'
import { writeTotals } from './write-totals.js'

export interface MetricsPageParts {
  readonly meters: Meters
  readonly totals: ExposedTotals
  readonly meterTotals: MeterTotals
  readonly tables: TableFactsReader
}

/** `gauges` come from those parts of the server that no operation knows. */
export async function writeMetricsPage(
  { meters, totals, meterTotals, tables }: MetricsPageParts,
  gauges: readonly Gauge[],
): Promise<string> {
  await meterTotals.addUp()
  const atHand = await tables.atHand()
  const scopes = atHand.facts.map(({ table }) => ({ scope: table }))
  const labelsOf = scopeLabels([...totals.all(), ...scopes])
  const writer = new TextWriter()
  for (const gauge of gauges) writer.gauge(gauge)
  writer.gauge({
    name: 'gramme_dropped_series_total',
    type: 'counter',
    help: 'Series that were not measured because there were too many.',
    value: meters.dropped,
  })
  await writeTotals(writer, totals, labelsOf)
  writeTableFacts(writer, atHand, labelsOf)
  await writeCloudWatchNames(writer, meterTotals.lastMinute(), { totals, labelsOf })
  return writer.text()
}
