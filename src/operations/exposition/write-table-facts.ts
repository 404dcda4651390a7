/** What is known of tables as lines. */
import type { Labels, MetricSink } from '../../metrics/metric-sink.js'
import { familyOfStatistic, snakeCase } from './cloudwatch-names.js'
import type { LabelsOfScope } from './scope-labels.js'
import type { TableFacts, TablesAtHand } from './table-facts.js'

const items = { type: 'gauge', help: 'Items in a table, or entries of an index.' } as const
const bytes = {
  type: 'gauge',
  help: 'Bytes of the items of a table, or the entries of an index.',
} as const
const provisioned = { type: 'gauge', help: 'Units that may be used in a second.' } as const
const tables = { type: 'gauge', help: 'Tables of all accounts and regions.' } as const

export function writeTableFacts(
  sink: MetricSink,
  { facts, count }: TablesAtHand,
  labelsOf: LabelsOfScope,
): void {
  sink.sample('gramme_tables', tables, { value: count })
  for (const each of facts) {
    const scope = labelsOf({ scope: each.table })
    const labels = { ...scope, table: each.table.name }
    writeSize(sink, labels, each.size)
    for (const [index, size] of each.indexSizes) writeSize(sink, { ...labels, index }, size)
    writeLevels(sink, each, scope)
  }
}

function writeSize(sink: MetricSink, labels: Labels, size: TableFacts['size']): void {
  sink.sample('gramme_table_items', items, { labels, value: size.entries })
  sink.sample('gramme_table_bytes', bytes, { labels, value: size.bytes })
}

/** Also under the names that exporters of CloudWatch give them. */
function writeLevels(sink: MetricSink, { levels }: TableFacts, scope: Labels): void {
  for (const { metric, dimensions, value } of levels) {
    const own = dimensions.map(({ name, value: text }) => [snakeCase(name), text] as const)
    const labels = { ...scope, ...Object.fromEntries(own) }
    writeUnits(sink, metric, labels, value)
    for (const statistic of ['average', 'maximum']) {
      const name = `aws_dynamodb_${snakeCase(metric)}_${statistic}`
      sink.sample(name, familyOfStatistic(metric, statistic), { labels, value })
    }
  }
}

const unitFamilies: ReadonlyMap<string, string> = new Map([
  ['ProvisionedReadCapacityUnits', 'gramme_provisioned_read_units'],
  ['ProvisionedWriteCapacityUnits', 'gramme_provisioned_write_units'],
])

function writeUnits(sink: MetricSink, metric: string, level: Labels, value: number): void {
  const name = unitFamilies.get(metric)
  const { table_name: table = '', global_secondary_index_name: index = '', ...scope } = level
  const labels = { ...scope, table, index }
  if (name !== undefined) sink.sample(name, provisioned, { labels, value })
}
