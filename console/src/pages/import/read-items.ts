/** The items of files, one by one, each with the line it comes from or what is wrong with it. */
import type { Item } from '../../values/attribute-value.js'
import { printPath } from '../../values/attribute-path.js'
import { readDynamoJson } from '../../values/dynamodb-json.js'
import type { JsonNode } from '../../values/read-json.js'
import { readPlainNode } from '../../values/read-plain-json.js'
import { validateItem, type KeyAttribute } from '../../values/validate-item.js'
import { cellValue, typedValue, type ColumnMapping, type EmptyCells } from './columns.js'
import { memberOf, nodeOf, unfolded, type FileFormat } from './file-format.js'
import { textOf, type NamedFile } from './file-text.js'
import { splitCsv, splitJson, type TextRecord } from './split-records.js'

export type ReadRecord =
  | { readonly item: Item; readonly source: string }
  | { readonly problem: string; readonly source: string }
  /** Of an incremental export: the item was deleted. */
  | { readonly deleted: true; readonly source: string }

export interface ReadingOptions {
  readonly format: FileFormat
  /** Of CSV files, and of plain JSON the attributes that have another type. */
  readonly columns: readonly ColumnMapping[]
  readonly emptyCells: EmptyCells
  readonly keys: readonly KeyAttribute[]
  readonly onBytes?: (bytes: number) => void
}

export async function* readItems(
  file: NamedFile,
  options: ReadingOptions,
): AsyncGenerator<ReadRecord> {
  const records =
    options.format.kind === 'csv'
      ? csvItems(file, options, options.format.delimiter)
      : jsonItems(file, options)
  for await (const record of records)
    yield 'item' in record ? checked(record, options.keys) : record
}

function checked(
  record: { readonly item: Item; readonly source: string },
  keys: readonly KeyAttribute[],
): ReadRecord {
  const [problem] = validateItem(record.item, keys)
  if (problem === undefined) return record
  const where = problem.path.length > 0 ? `${printPath(problem.path)}: ` : ''
  return { problem: where + problem.message, source: record.source }
}

async function* csvItems(
  file: NamedFile,
  options: ReadingOptions,
  delimiter: string,
): AsyncGenerator<ReadRecord> {
  let isHeader = true
  for await (const { cells, line } of splitCsv(textOf(file, options.onBytes), delimiter)) {
    const source = `${file.name}:${line}`
    if (isHeader) isHeader = false
    else if (cells.length > options.columns.length) {
      yield { problem: `${cells.length} cells, but ${options.columns.length} columns`, source }
    } else yield attempt(source, () => ({ item: itemOfRow(cells, options), source }))
  }
}

function itemOfRow(cells: readonly string[], { columns, emptyCells }: ReadingOptions): Item {
  const entries = columns.flatMap(({ attribute, type, column }, at) => {
    try {
      const value = cellValue(cells[at] ?? '', type, emptyCells)
      return value === undefined ? [] : [[attribute, value] as const]
    } catch (error) {
      throw new Error(`${column}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
  return Object.fromEntries(entries)
}

async function* jsonItems(file: NamedFile, options: ReadingOptions): AsyncGenerator<ReadRecord> {
  for await (const record of splitJson(textOf(file, options.onBytes))) {
    for (const each of unfolded(record)) {
      const source = `${file.name}:${each.line}`
      yield attempt(source, () => recordOf(each, options, source))
    }
  }
}

function attempt(source: string, read: () => ReadRecord): ReadRecord {
  try {
    return read()
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), source }
  }
}

function recordOf({ text, line }: TextRecord, options: ReadingOptions, source: string): ReadRecord {
  const node = nodeOf(text, line)
  if (node.kind !== 'object') return { problem: 'Not an object', source }
  if (options.format.kind === 'dynamodb')
    return dynamoRecord(node, { text, line }, options.format.wrapper, source)
  const { item } = readPlainNode(node, {})
  return { item: withTypes(item, options.columns), source }
}

function dynamoRecord(
  node: Extract<JsonNode, { kind: 'object' }>,
  { text }: TextRecord,
  wrapper: string | undefined,
  source: string,
): ReadRecord {
  const inner = innerNode(node, wrapper)
  if (inner === undefined) {
    if (wrapper === 'NewImage' && memberOf(node, 'Keys') !== undefined)
      return { deleted: true, source }
    return { problem: `There is no ${wrapper}`, source }
  }
  const result = readDynamoJson(text.slice(inner.start, inner.end))
  return 'item' in result
    ? { item: result.item, source }
    : { problem: result.faults[0]!.message, source }
}

function innerNode(node: JsonNode, wrapper: string | undefined): JsonNode | undefined {
  if (wrapper === undefined) return node
  const inner = memberOf(node, wrapper)
  return wrapper === 'PutRequest' ? memberOf(inner, 'Item') : inner
}

function withTypes(item: Item, columns: readonly ColumnMapping[]): Item {
  if (columns.length === 0) return item
  const byName = new Map(columns.map((column) => [column.column, column]))
  const entries = Object.entries(item).flatMap(([name, value]) => {
    const column = byName.get(name)
    if (column === undefined) return [[name, value] as const]
    if (column.type === 'skip') return []
    const type = column.type === 'auto' || column.type === 'JSON' ? undefined : column.type
    try {
      return [[column.attribute, typedValue(value, type)] as const]
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
  return Object.fromEntries(entries)
}
