/**
 * Whether a write to a table has more to keep in step than its item: indexes, the list of what
 * expires, the change log. They look at items as a whole, before and after.
 */
import type { Table } from '../../catalog/table.js'

export function isWatched({ indexes, expiry, changes }: Table): boolean {
  return indexes.length > 0 || expiry !== undefined || changes !== undefined
}
