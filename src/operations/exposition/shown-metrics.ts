/** Everything that is shown of this server outside, whoever asks and in whatever form. */
import type { Gauge, MetricSink } from '../../metrics/metric-sink.js'
import type { Meters } from '../../metrics/meters.js'
import { writeCloudWatchNames } from './cloudwatch-names.js'
import type { ExposedTotals } from './exposed-totals.js'
import type { MeterTotals } from './meter-totals.js'
import { scopeLabels } from './scope-labels.js'
import type { TableFactsReader } from './table-facts.js'
import { writeTableFacts } from './write-table-facts.js'
import { writeTotals } from './write-totals.js'

export interface ShownMetrics {
  readonly meters: Meters
  readonly totals: ExposedTotals
  readonly meterTotals: MeterTotals
  readonly tables: TableFactsReader
}

/** `gauges` come from those parts of the server that no operation knows. */
export async function writeMetrics(
  sink: MetricSink,
  { meters, totals, meterTotals, tables }: ShownMetrics,
  gauges: readonly Gauge[],
): Promise<void> {
  await meterTotals.addUp()
  const atHand = await tables.atHand()
  const scopes = atHand.facts.map(({ table }) => ({ scope: table }))
  const labelsOf = scopeLabels([...totals.all(), ...scopes])
  for (const { name, type, help, ...sample } of gauges) sink.sample(name, { type, help }, sample)
  sink.sample('gramme_dropped_series_total', droppedSeries, { value: meters.dropped })
  await writeTotals(sink, totals, labelsOf)
  writeTableFacts(sink, atHand, labelsOf)
  await writeCloudWatchNames(sink, meterTotals.lastMinute(), { totals, labelsOf })
}

const droppedSeries = {
  type: 'counter',
  help: 'Series that were not measured because there were too many.',
} as const
