/** What is likely to go wrong with a table of a model, by its keys, samples and access patterns. */
import { itemSizeBytesMax } from '../values/limits.js'
import { itemSize } from '../values/item-size.js'
import { printBytes } from '../values/print-value.js'
import type { AccessPattern, ModelTable } from './data-model.js'
import { checkSamples } from './check-samples.js'
import { parseTemplate, variablesOf } from './key-template.js'
import { collectionBytesMax, largeItemBytesMin } from './limits.js'
import { servePattern } from './serve-pattern.js'
import { tableViewOf } from './table-view.js'

export interface ModelWarning {
  readonly subject: string
  readonly message: string
}

export function warningsOf(
  table: ModelTable,
  patterns: readonly AccessPattern[],
): readonly ModelWarning[] {
  const own = patterns.filter((pattern) => pattern.table === table.name)
  return [
    ...unservedPatterns(table, own),
    ...unusedIndexes(table, own),
    ...fewPartitions(table),
    ...largeItems(table),
    ...largeCollections(table),
    ...sampleWarnings(table),
    ...ttlWarnings(table),
  ]
}

function unservedPatterns(
  table: ModelTable,
  patterns: readonly AccessPattern[],
): readonly ModelWarning[] {
  return patterns
    .filter((pattern) => servePattern(table, pattern).kind === 'unserved')
    .map(({ name }) => ({ subject: name, message: 'Neither the table nor an index serves it.' }))
}

function unusedIndexes(
  table: ModelTable,
  patterns: readonly AccessPattern[],
): readonly ModelWarning[] {
  if (patterns.length === 0) return []
  const used = patterns.map((pattern) => {
    const plan = servePattern(table, pattern)
    return plan.kind === 'served' ? plan.index : undefined
  })
  return table.indexes
    .filter(({ name }) => !used.includes(name))
    .map(({ name }) => ({ subject: name, message: 'No access pattern uses this index.' }))
}

/** A partition key without a variable puts every item of the entity into one partition. */
function fewPartitions(table: ModelTable): readonly ModelWarning[] {
  const targets = [undefined, ...table.indexes]
  return targets.flatMap((index) => {
    const attribute = (index?.key ?? table.key).partition.name
    const constant = table.entities.filter(({ templates }) => {
      const source = templates[attribute] ?? ''
      return source !== '' && variablesOf(parseTemplate(source)).length === 0
    })
    return constant.map(({ name, templates }) => ({
      subject: index?.name ?? table.name,
      message: `Every ${name} has the partition key ${templates[attribute]}: one partition takes all its traffic.`,
    }))
  })
}

function largeItems(table: ModelTable): readonly ModelWarning[] {
  const sizes = table.samples.map(itemSize).filter((bytes) => bytes >= largeItemBytesMin)
  const largest = Math.max(0, ...sizes)
  if (largest === 0) return []
  const message =
    largest > itemSizeBytesMax
      ? `An item has ${printBytes(largest)}; DynamoDB takes no more than 400 KB.`
      : `An item has ${printBytes(largest)}, near the limit of 400 KB.`
  return [{ subject: table.name, message }]
}

function largeCollections(table: ModelTable): readonly ModelWarning[] {
  if (!table.indexes.some(({ kind }) => kind === 'local')) return []
  const largest = Math.max(0, ...tableViewOf(table).collections.map(({ bytes }) => bytes))
  if (largest < collectionBytesMax / 2) return []
  const message = `An item collection has ${printBytes(largest)}; with a local index it can have 10 GB.`
  return [{ subject: table.name, message }]
}

function sampleWarnings(table: ModelTable): readonly ModelWarning[] {
  const faults = checkSamples(table)
  if (faults.length === 0) return []
  const [first] = faults
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : ''
  return [{ subject: 'Samples', message: `${first!.message}${more}.` }]
}

function ttlWarnings({ ttlAttribute, samples, name }: ModelTable): readonly ModelWarning[] {
  if (ttlAttribute === undefined) return []
  const wrong = samples.filter((item) => {
    const value = item[ttlAttribute]
    return value !== undefined && !('N' in value && /^\d{1,11}$/.test(value.N))
  })
  if (wrong.length === 0) return []
  const message = `${wrong.length} of the samples never expire: ${ttlAttribute} must be a Number, in seconds.`
  return [{ subject: name, message }]
}
