/** What is known of tables as lines. */
import { familyOfStatistic, snakeCase } from './cloudwatch-names.js'
import type { Labels } from './exposed-series.js'
import type { LabelsOfScope } from './scope-labels.js'
import type { TableFacts, TablesAtHand } from './table-facts.js'
import type { TextWriter } from './text-writer.js'

const items = { type: 'gauge', help: 'Items in a table, or entries of an index.' } as const
const bytes = {
  type: 'gauge',
  help: 'Bytes of the items of a table, or the entries of an index.',
} as const
const provisioned = { type: 'gauge', help: 'Units that may be used in a second.' } as const
const tables = { type: 'gauge', help: 'Tables of all accounts and regions.' } as const

export function writeTableFacts(
  writer: TextWriter,
  { facts, count }: TablesAtHand,
  labelsOf: LabelsOfScope,
): void {
  writer.sample('gramme_tables', tables, { value: count })
  for (const each of facts) {
    const scope = labelsOf({ scope: each.table })
    const labels = { ...scope, table: each.table.name }
    writeSize(writer, labels, each.size)
    for (const [index, size] of each.indexSizes) writeSize(writer, { ...labels, index }, size)
    writeLevels(writer, each, scope)
  }
}

function writeSize(writer: TextWriter, labels: Labels, size: TableFacts['size']): void {
  writer.sample('gramme_table_items', items, { labels, value: size.entries })
  writer.sample('gramme_table_bytes', bytes, { labels, value: size.bytes })
}

/** Also under the names that exporters of CloudWatch give them. */
function writeLevels(writer: TextWriter, { levels }: TableFacts, scope: Labels): void {
  for (const { metric, dimensions, value } of levels) {
    const own = dimensions.map(({ name, value: text }) => [snakeCase(name), text] as const)
    const labels = { ...scope, ...Object.fromEntries(own) }
    writeUnits(writer, metric, labels, value)
    for (const statistic of ['average', 'maximum']) {
      const name = `aws_dynamodb_${snakeCase(metric)}_${statistic}`
      writer.sample(name, familyOfStatistic(metric, statistic), { labels, value })
    }
  }
}

const unitFamilies: ReadonlyMap<string, string> = new Map([
  ['ProvisionedReadCapacityUnits', 'gramme_provisioned_read_units'],
  ['ProvisionedWriteCapacityUnits', 'gramme_provisioned_write_units'],
])

function writeUnits(writer: TextWriter, metric: string, level: Labels, value: number): void {
  const name = unitFamilies.get(metric)
  const { table_name: table = '', global_secondary_index_name: index = '', ...scope } = level
  const labels = { ...scope, table, index }
  if (name !== undefined) writer.sample(name, provisioned, { labels, value })
}
