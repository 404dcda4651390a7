/**
 * Prices touches in capacity units with AWS's arithmetic: a write unit for each started KB, a read
 * unit for each started 4 KB, at least one of them for each touch, and for each partition that a
 * scan reads in. Work on vector indexes costs bytes, and no units. An eventually consistent read costs half, and a transaction does everything twice: once to prepare, once to commit.
 */
import type { Touch, Work } from '../items/work.js'

const writeUnitBytes = 1024
const readUnitBytes = 4096

const unitsOfConsistency = { eventual: 0.5, strong: 1, transactional: 2 } as const

/** What a request consumed in one table. */
export interface Consumed {
  readonly tableUnits: number
  /** By index name; indexes that were not touched are absent. */
  readonly indexUnits: ReadonlyMap<string, number>
}

type Priced = Pick<Touch, 'kind' | 'consistency' | 'bytes' | 'partitions'>

export function unitsOf({ kind, consistency, bytes, partitions = 1 }: Priced): number {
  if (kind !== 'read' && kind !== 'write') return 0
  const unitBytes = kind === 'read' ? readUnitBytes : writeUnitBytes
  return Math.max(partitions, Math.ceil(bytes / unitBytes)) * unitsOfConsistency[consistency]
}

/** What a request to a vector index counts for at least. */
export const vectorRequestBytesMin = 1024

/** AWS: each write to a vector index, and each search, counts for a KB at least. */
export function vectorRequestBytes({ bytes }: Pick<Touch, 'bytes'>): number {
  return Math.max(vectorRequestBytesMin, bytes)
}

/** The bytes written to vector indexes, by name; those that were not written are absent. */
export function vectorBytesWritten(work: Work): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>()
  for (const touch of work) {
    if (touch.kind !== 'vector-write') continue
    const name = touch.indexName!
    bytes.set(name, (bytes.get(name) ?? 0) + vectorRequestBytes(touch))
  }
  return bytes
}

/** What the touches of one table cost together, each rounded up separately. */
export function consumedBy(work: Work): Consumed {
  const indexUnits = new Map<string, number>()
  let tableUnits = 0
  for (const touch of work) {
    const { indexName } = touch
    if (touch.kind === 'vector-write' || touch.kind === 'vector-search') continue
    if (indexName === undefined) tableUnits += unitsOf(touch)
    else indexUnits.set(indexName, (indexUnits.get(indexName) ?? 0) + unitsOf(touch))
  }
  return { tableUnits, indexUnits }
}

export function totalUnits(work: Work): number {
  return work.reduce((total, touch) => total + unitsOf(touch), 0)
}

/** AWS: a transaction of statements counts twice for the table, but once for its indexes. */
export function asOfStatements(work: Work): Work {
  return work.map((touch) => {
    return touch.indexName === undefined ? touch : { ...touch, consistency: 'strong' as const }
  })
}
