/**
 * The work a request did, as a list of touches. `capacity/` turns touches into units; nothing here
 * knows prices.
 *
 * Each touch is what the service rounds up separately: a page of a table or index counts as one
 * touch, and so do every item that is read by key, fetched for an index or written, and every entry
 * that is written in an index.
 */
import type { Table } from '../catalog/table.js'
import type { Item } from '../model/item.js'
import { StoredItem } from './stored-item.js'

/** What consistency the request was promised. Only reads are ever eventually consistent. */
export type Consistency = 'eventual' | 'strong' | 'transactional'

export interface Touch {
  readonly table: Table
  /** Undefined for the table itself. */
  readonly indexName: string | undefined
  /** Work on vector indexes is measured in bytes and costs no units. */
  readonly kind: 'read' | 'write' | 'vector-write' | 'vector-search'
  readonly consistency: Consistency
  /** The partition's hash as a number; undefined if several partitions may have been touched. */
  readonly partition: number | undefined
  readonly bytes: number
  /** An item with the key that was touched, or the key alone; undefined if there is no single one. */
  readonly subject?: Item | StoredItem | undefined
  /** How many partitions a scan has read in, each of which costs at least a unit; one if absent. */
  readonly partitions?: number
}

export type Work = readonly Touch[]

/** Has the attributes of the key, at least. Reads them from the stored form only now. */
export function subjectItem({ subject }: Touch): Item | undefined {
  return subject instanceof StoredItem ? subject.item : subject
}

export function readConsistency(consistent: boolean): Consistency {
  return consistent ? 'strong' : 'eventual'
}
