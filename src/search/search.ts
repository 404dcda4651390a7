/**
 * Searching a vector index: the items whose vectors are nearest to a given one.
 *
 * However a search finds its candidates, it ends the same way (`final-rank.ts`): rows and items are read
 * in one snapshot, and scores come from those rows. So an answer never shows an item that is gone, nor an
 * item beside the score of another vector.
 */
import type { Table } from '../catalog/table.js'
import type { StoredItem } from '../items/stored-item.js'
import type { AttributeValue } from '../model/attribute-value.js'
import type { VectorIndexDefinition } from '../model/table.js'

export interface VectorSearchRequest {
  /** Has the dimensions of the index. */
  readonly vector: Float32Array
  readonly topK: number
  /**
   * Values that the attributes of the index have to have, each of the attribute's type. If the index has
   * scopes, the attribute of the scope is among them.
   */
  readonly conditions: ReadonlyMap<string, AttributeValue>
  /** Whether nobody waits for the answer any more, so that the search may end. */
  readonly isUnwanted?: () => boolean
}

/** An item that was found. */
export interface FoundVector {
  readonly stored: StoredItem
  /** As the index has it. */
  readonly vector: Float32Array
  readonly score: number
}

export interface VectorSearch {
  /** The nearest first; of equal ones, in the order of their keys. The index must be complete. */
  search(
    table: Table,
    index: VectorIndexDefinition,
    request: VectorSearchRequest,
  ): Promise<readonly FoundVector[]>
}
