/** A model as a document for a repository: keys, entities, patterns and sample rows as tables. */
import { printValue } from '../values/print-value.js'
import {
  type AccessPattern,
  type DataModel,
  everyKeyAttribute,
  type ModelIndex,
  type ModelKey,
  type ModelTable,
} from './data-model.js'
import { legendOf } from './detect-entity.js'
import { servePattern } from './serve-pattern.js'
import { describePlan } from './describe-plan.js'
import { tableViewOf } from './table-view.js'

export function markdownOf(model: DataModel): string {
  const parts = [
    `# ${model.name}`,
    ...(model.description === '' ? [] : [model.description]),
    ...model.tables.flatMap((table) => tableParts(model, table)),
  ]
  return `${parts.join('\n\n')}\n`
}

function tableParts(model: DataModel, table: ModelTable): readonly string[] {
  const patterns = model.patterns.filter((pattern) => pattern.table === table.name)
  return [
    `## ${table.name}`,
    `Key: ${keyText(table.key)}. ${table.billing === 'PROVISIONED' ? 'Provisioned' : 'On-demand'} capacity.`,
    ...(table.indexes.length === 0 ? [] : [`### Indexes`, indexTable(table.indexes)]),
    ...(table.entities.length === 0 ? [] : [`### Entities`, entityTable(table)]),
    ...(patterns.length === 0 ? [] : [`### Access patterns`, patternTable(table, patterns)]),
    ...(table.samples.length === 0 ? [] : [`### Samples`, sampleTable(table)]),
  ]
}

function keyText({ partition, sort }: ModelKey): string {
  const own = `\`${partition.name}\` (${partition.type})`
  return sort === undefined ? own : `${own}, \`${sort.name}\` (${sort.type})`
}

function indexTable(indexes: readonly ModelIndex[]): string {
  return tableOf(
    ['Index', 'Kind', 'Key', 'Projection'],
    indexes.map(({ name, kind, key, projection }) => [
      name,
      kind,
      keyText(key),
      [projection.kind, ...projection.attributes].join(' '),
    ]),
  )
}

function entityTable(table: ModelTable): string {
  const keys = everyKeyAttribute(table)
    .map(({ name }) => name)
    .filter((name) => table.entities.some(({ templates }) => (templates[name] ?? '') !== ''))
  const legend = legendOf(table)
  return tableOf(
    ['Entity', ...keys, 'Samples'],
    table.entities.map(({ name, templates }) => [
      name,
      ...keys.map((key) => (templates[key] === undefined ? '' : `\`${templates[key]}\``)),
      String(legend.find((entry) => entry.name === name)?.count ?? 0),
    ]),
  )
}

function patternTable(table: ModelTable, patterns: readonly AccessPattern[]): string {
  return tableOf(
    ['Pattern', 'Operation', 'Served by', 'How'],
    patterns.map((pattern) => {
      const plan = servePattern(table, pattern)
      const target = plan.kind === 'unserved' ? '**nothing**' : (plan.index ?? table.name)
      return [pattern.name, pattern.operation, target, describePlan(plan)]
    }),
  )
}

function sampleTable(table: ModelTable): string {
  const keys = [table.key.partition, table.key.sort].flatMap((key) => key ?? [])
  const rows = tableViewOf(table).collections.flatMap((collection) => collection.rows)
  return tableOf(
    [...keys.map(({ name }) => name), 'Entity', 'Attributes'],
    rows.map(({ item, entity, cells }) => [
      ...keys.map(({ name }) => printValue(item[name]!)),
      entity,
      cells.map(({ name, value }) => `${name}: ${printValue(value, 60)}`).join(', '),
    ]),
  )
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\s+/g, ' ')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
