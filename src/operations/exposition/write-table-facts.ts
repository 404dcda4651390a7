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

/** Under the names that exporters of CloudWatch give them. */
function writeLevels(writer: TextWriter, { levels }: TableFacts, scope: Labels): void {
  for (const { metric, dimensions, value } of levels) {
    const own = dimensions.map(({ name, value: text }) => [snakeCase(name), text] as const)
    const labels = { ...scope, ...Object.fromEntries(own) }
    for (const statistic of ['average', 'maximum']) {
      const name = `aws_dynamodb_${snakeCase(metric)}_${statistic}`
      writer.sample(name, familyOfStatistic(metric, statistic), { labels, value })
    }
  }
}
