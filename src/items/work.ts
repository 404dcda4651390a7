/**
 * The work a request did, as a list of touches. `capacity/` turns touches into units; nothing here
 * knows prices.
 *
 * Each touch is what the service rounds up by itself: a page of a table or index counts as one touch,
 * every item that is got, fetched for an index or written counts as one, and so does every entry that
 * is written in an index.
 */
import type { Table } from '../catalog/table.js'

/** How much the reader or writer was promised. Only reads are ever eventually consistent. */
export type Consistency = 'eventual' | 'strong' | 'transactional'

export interface Touch {
  readonly table: Table
  /** Undefined for the table itself. */
  readonly indexName: string | undefined
  readonly kind: 'read' | 'write'
  readonly consistency: Consistency
  /** The place of the partition among all hashes; undefined where several may have been touched. */
  readonly partition: number | undefined
  readonly bytes: number
}

export type Work = readonly Touch[]

export function readConsistency(consistent: boolean): Consistency {
  return consistent ? 'strong' : 'eventual'
}
