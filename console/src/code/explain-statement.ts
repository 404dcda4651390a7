/**
 * What a statement will do, found from its WHERE and the keys of its table, without running it:
 * which table or index it reads, by key or all of it, and what that costs.
 */
import { itemSize } from '../values/item-size.js'
import type { Item } from '../values/attribute-value.js'
import { filterAttributes, keyReads, type KeyRead } from './key-reads.js'
import type { ReadStatement } from './statement-syntax.js'
import type { IndexFacts, StoreFacts, TableFacts } from './table-facts.js'

/** Capacity units. Without `most` there is no bound, or none that is known. */
export interface UnitsEstimate {
  readonly least: number
  readonly most?: number
}

export interface ReadExplanation {
  readonly kind: 'read'
  readonly access: 'Get' | 'Query' | 'Scan'
  readonly table: string
  readonly index?: string
  /** Reads by key; none for a Scan. */
  readonly reads: number
  readonly usesSort: boolean
  /** What the table or index holds: all of it is read by a Scan. */
  readonly items: number
  readonly bytes: number
  readonly units: UnitsEstimate
  /** Attributes that only sort out what has been read. */
  readonly filters: readonly string[]
  /** An index that could answer by key what is a Scan here. */
  readonly betterIndex?: string
  readonly warnings: readonly string[]
}

export interface WriteExplanation {
  readonly kind: 'write'
  readonly access: 'Insert' | 'Update' | 'Delete'
  readonly table: string
  /** As far as it is known. */
  readonly key: Item
  readonly units: UnitsEstimate
  readonly warnings: readonly string[]
}

export type Explanation = ReadExplanation | WriteExplanation

export interface ExplainSettings {
  readonly isConsistent?: boolean
}

const readUnitBytes = 4096
const writeUnitBytes = 1024
/** Branches that the service reads for one statement. */
export const keyReadsMax = 50
const itemBytesMax = 400 * 1024

export function explainStatement(
  statement: ReadStatement,
  table: TableFacts,
  { isConsistent = false }: ExplainSettings = {},
): Explanation {
  if (statement.kind === 'select' || statement.kind === 'exists') {
    return explainRead(statement, table, isConsistent ? 1 : 0.5)
  }
  return explainWrite(statement, table)
}

function explainRead(statement: ReadStatement, table: TableFacts, unit: number): ReadExplanation {
  const index = table.indexes.find(({ name }) => name === statement.index)
  const store: StoreFacts = index ?? table
  const reads = keyReads(store, statement.where)
  const warnings = readWarnings(statement, index, reads)
  const betterIndex = reads === undefined ? indexFor(statement, table) : undefined
  return {
    kind: 'read',
    access: accessOf(reads, index),
    table: table.name,
    ...(statement.index !== undefined && { index: statement.index }),
    reads: reads?.length ?? 0,
    usesSort: reads?.every(({ usesSort }) => usesSort) ?? false,
    items: store.items,
    bytes: store.bytes,
    units: readUnits(store, reads, unit, index === undefined),
    filters: filterAttributes(store, statement.where),
    ...(betterIndex !== undefined && { betterIndex }),
    warnings,
  }
}

/** A key of an index may belong to several items, so one is never got by it. */
function accessOf(
  reads: readonly KeyRead[] | undefined,
  index: IndexFacts | undefined,
): ReadExplanation['access'] {
  if (reads === undefined) return 'Scan'
  return index === undefined && reads.every(({ isSingle }) => isSingle) ? 'Get' : 'Query'
}

function readUnits(
  { bytes, items }: StoreFacts,
  reads: readonly KeyRead[] | undefined,
  unit: number,
  isTable: boolean,
): UnitsEstimate {
  const all = Math.max(1, Math.ceil(bytes / readUnitBytes)) * unit
  if (reads === undefined) return { least: all, most: all }
  const least = reads.length * unit
  if (!isTable || !reads.every(({ isSingle }) => isSingle)) {
    return { least, most: Math.max(least, all) }
  }
  const largest = items <= 1 ? bytes : Math.min(bytes, itemBytesMax)
  const single = Math.max(1, Math.ceil(largest / readUnitBytes)) * unit
  return { least, most: Math.max(least, Math.min(single * reads.length, all + least)) }
}

function readWarnings(
  { index: name, table }: ReadStatement,
  index: IndexFacts | undefined,
  reads: readonly KeyRead[] | undefined,
): readonly string[] {
  const warnings: string[] = []
  if (name !== undefined && index === undefined) {
    warnings.push(`${table} has no index ${name}.`)
  }
  if (index !== undefined && (index.partition.length > 1 || index.sort.length > 1)) {
    warnings.push('PartiQL cannot read an index whose key has several attributes in a part.')
  }
  if ((reads?.length ?? 0) > keyReadsMax) {
    warnings.push(`At most ${keyReadsMax} reads by key are possible in one statement.`)
  }
  return warnings
}

function indexFor(statement: ReadStatement, table: TableFacts): string | undefined {
  if (statement.index !== undefined && keyReads(table, statement.where) !== undefined) return ''
  return table.indexes.find(
    (index) =>
      index.name !== statement.index &&
      index.partition.length === 1 &&
      index.sort.length <= 1 &&
      hasAll(index, statement) &&
      keyReads(index, statement.where) !== undefined,
  )?.name
}

/** Whether an index has what the statement asks for. */
function hasAll(index: IndexFacts, { projection, where }: ReadStatement): boolean {
  const { projected } = index
  if (projected === undefined) return true
  if (projection === undefined) return false
  return [...projection, ...filterAttributes(index, where)].every((name) => projected.has(name))
}

const writeNames = { insert: 'Insert', update: 'Update', delete: 'Delete' } as const

function explainWrite(statement: ReadStatement, table: TableFacts): WriteExplanation {
  const { kind } = statement
  const access = writeNames[kind as keyof typeof writeNames]
  const key = kind === 'insert' ? insertedKey(statement, table) : writtenKey(statement, table)
  return {
    kind: 'write',
    access,
    table: table.name,
    key,
    units: writeUnits(statement, table),
    warnings: writeWarnings(statement, table),
  }
}

function insertedKey({ item }: ReadStatement, { partition, sort }: TableFacts): Item {
  const attributes = item !== undefined && 'M' in item ? item.M : {}
  const names = [...partition, ...sort].filter((name) => Object.hasOwn(attributes, name))
  return Object.fromEntries(names.map((name) => [name, attributes[name]!]))
}

function writtenKey({ where }: ReadStatement, table: TableFacts): Item {
  const [read, ...others] = keyReads(table, where) ?? []
  if (read === undefined || others.length > 0) return {}
  const known = [...read.equals].filter(
    (pair): pair is [string, Item[string]] => pair[1] !== undefined,
  )
  return Object.fromEntries(known)
}

/** The table is charged by the larger of the old and the new item, each index once or twice. */
function writeUnits(statement: ReadStatement, table: TableFacts): UnitsEstimate {
  const { item } = statement
  if (item === undefined || !('M' in item)) return { least: 1 }
  const units = Math.max(1, Math.ceil(itemSize(item.M) / writeUnitBytes))
  return { least: units, most: units * (1 + table.indexes.length) }
}

function writeWarnings(statement: ReadStatement, table: TableFacts): readonly string[] {
  if (statement.index !== undefined) return ['An index cannot be written to.']
  if (statement.kind === 'insert') return []
  const reads = keyReads(table, statement.where) ?? []
  if (reads.length === 1 && reads[0]!.isSingle) return []
  const names = [...table.partition, ...table.sort].join(' and ')
  return [`The WHERE has to name one item: ${names}, each with an equal sign.`]
}
