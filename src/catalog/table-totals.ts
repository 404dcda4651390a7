/**
 * How many items a table and its indexes have, and how many bytes these count for.
 *
 * AWS: the numbers of a vector that an index has count for four bytes each in the size of the table, but as any
 * list where items are read, and where their size is limited. Running totals of a table are sums of its items'
 * sizes; each vector index counts beside them what the vectors are as lists.
 */
import { vectorNumberBytes } from '../model/item-size.js'
import type { TableLayout, VectorIndexDefinition } from '../model/table.js'
import type { Engine, Tally } from '../storage/engine.js'
import type { Table } from './table.js'

export interface TableTotals {
  /** Its items, with every vector as a list. */
  readonly table: Tally
  /** How large the table is described. */
  readonly tableSizeBytes: number
  /** By the index's name. */
  readonly indexes: ReadonlyMap<string, Tally>
}

export async function readTotals(engine: Engine, table: Table): Promise<TableTotals> {
  const indexes = [...table.indexes, ...(table.vectorIndexes ?? [])]
  const vectors = countedVectors(table)
  const spaces = [table, ...indexes].map(({ space }) => space)
  for (const { listsSpace } of vectors) spaces.push(listsSpace)
  const reads = spaces.map((space) => ({ kind: 'tally', space }) as const)
  const [items, ...others] = await engine.read(reads, [table.guard])
  const lists = others.slice(indexes.length)
  const spared = vectors.map((index, i) => sparedBytes(index, lists[i]!))
  return {
    table: items!,
    tableSizeBytes: items!.bytes - spared.reduce((sum, bytes) => sum + bytes, 0),
    indexes: new Map(indexes.map(({ name }, i) => [name, others[i]!])),
  }
}

type CountingIndex = VectorIndexDefinition & { readonly listsSpace: number }

/** One index for each attribute. Those on the same attribute agree in its dimensions, and in its lists once built. */
function countedVectors({ vectorIndexes = [] }: TableLayout): readonly CountingIndex[] {
  const counted = new Map<string, CountingIndex>()
  for (const index of vectorIndexes.filter(counts)) {
    const other = counted.get(index.attribute)
    if (other === undefined || other.build !== undefined) counted.set(index.attribute, index)
  }
  return [...counted.values()]
}

function counts(index: VectorIndexDefinition): index is CountingIndex {
  return index.listsSpace !== undefined
}

/** Less than nothing if most numbers are short. */
function sparedBytes({ dimensions }: VectorIndexDefinition, { entries, bytes }: Tally): number {
  return bytes - entries * dimensions * vectorNumberBytes
}
