/**
 * Bytes turned into capacity units, to AWS's arithmetic: a write unit for each started KB, a read
 * unit for each started 4 KB and half of that for an eventually consistent read, at least one each.
 */
import type { ReadWork, Work } from '../items/work.js'

const writeUnitBytes = 1024
const readUnitBytes = 4096

export interface Consumed {
  readonly tableUnits: number
  /** By index name; indexes that were not touched are absent. */
  readonly indexUnits: ReadonlyMap<string, number>
}

export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / writeUnitBytes))
}

export function readUnits(bytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / readUnitBytes)) * (consistent ? 1 : 0.5)
}

/** AWS: a page is rounded up once, but every item fetched for an index by itself. */
export function consumedByPage(work: ReadWork, consistent: boolean): Consumed {
  const { indexName, readBytes, fetchedBytes } = work
  const pageUnits = readUnits(readBytes, consistent)
  if (indexName === undefined) return { tableUnits: pageUnits, indexUnits: new Map() }
  return {
    tableUnits: sum(fetchedBytes.map((bytes) => readUnits(bytes, consistent))),
    indexUnits: new Map([[indexName, pageUnits]]),
  }
}

/** A transaction does everything twice: once to prepare, once to commit. */
export function transacted({ tableUnits, indexUnits }: Consumed): Consumed {
  const doubled = [...indexUnits].map(([name, units]): [string, number] => [name, 2 * units])
  return { tableUnits: 2 * tableUnits, indexUnits: new Map(doubled) }
}

/** AWS: a transaction of statements doubles the share of the table, but not those of its indexes. */
export function transactedByStatements({ tableUnits, indexUnits }: Consumed): Consumed {
  return { tableUnits: 2 * tableUnits, indexUnits }
}

/** What several requests on one table consumed together, each rounded by itself. */
export function consumedTogether(parts: readonly Consumed[]): Consumed {
  const indexUnits = new Map<string, number>()
  for (const part of parts) {
    for (const [name, units] of part.indexUnits) {
      indexUnits.set(name, (indexUnits.get(name) ?? 0) + units)
    }
  }
  return { tableUnits: sum(parts.map(({ tableUnits }) => tableUnits)), indexUnits }
}

export function consumedByWrite({ tableBytes, indexBytes }: Work): Consumed {
  const indexUnits = new Map<string, number>()
  for (const [name, sizes] of indexBytes) indexUnits.set(name, sum(sizes.map(writeUnits)))
  return { tableUnits: sum(tableBytes.map(writeUnits)), indexUnits }
}

export function consumedByGet(bytes: number, consistent: boolean): Consumed {
  return { tableUnits: readUnits(bytes, consistent), indexUnits: new Map() }
}

export function totalUnits({ tableUnits, indexUnits }: Consumed): number {
  return tableUnits + sum([...indexUnits.values()])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
