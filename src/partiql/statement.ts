/**
 * A statement with every parameter filled in: the result of reading, and where planning starts.
 *
 * Conditions and updates are those of `expressions/`, so a statement and the native operation it
 * corresponds to are evaluated by the same code. Nothing here has seen a table: whether a path is a
 * key, or an index exists, is decided by planning.
 */
import type { Condition } from '../expressions/condition.js'
import type { UpdateAction } from '../expressions/update.js'
import type { DocumentPath } from '../model/document-path.js'
import type { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'

export type Statement = Select | Insert | UpdateStatement | Delete | Exists

/** What FROM, INTO or UPDATE names: a table by name or ARN, and optionally one of its indexes. */
export interface Source {
  readonly table: string
  readonly index: string | undefined
}

export interface Select {
  readonly kind: 'select'
  readonly source: Source
  /** Undefined means `*`. */
  readonly projection: readonly ProjectedPath[] | undefined
  /** AWS: COUNT(*) of an index is refused only once the index can be read. */
  readonly projectionFault?: ServiceError
  readonly where: Condition | undefined
  readonly orderBy: readonly OrderKey[]
}

export interface ProjectedPath {
  readonly path: DocumentPath
  /** Its name in the answer: the last step with its indexes, `k[1]` for `m.k[1]`. */
  readonly resultName: string
}

export interface OrderKey {
  readonly attribute: string
  readonly descending: boolean
}

export interface Insert {
  readonly kind: 'insert'
  readonly source: Source
  readonly item: Item
}

export interface UpdateStatement {
  readonly kind: 'update'
  readonly source: Source
  /** In the order they were written; every right side reads the item as it was before. */
  readonly actions: readonly UpdateAction[]
  readonly where: Condition | undefined
  readonly returning: Returning | undefined
}

export interface Delete {
  readonly kind: 'delete'
  readonly source: Source
  readonly where: Condition | undefined
  /** Always `ALL OLD`; other forms are refused. */
  readonly returning: Returning | undefined
}

export interface Returning {
  readonly extent: 'all' | 'modified'
  readonly image: 'old' | 'new'
}

/** Only in transactions: the item must exist and satisfy the rest of the condition. */
export interface Exists {
  readonly kind: 'exists'
  readonly select: Select
}
