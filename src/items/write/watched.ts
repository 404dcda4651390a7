/**
 * Whether a write to a table has to keep more in step than its item: derived data or the change
 * log. Both need whole items, before and after.
 */
import type { Table } from '../../catalog/table.js'

export function isWatched({ derived, changes }: Table): boolean {
  return derived.length > 0 || changes !== undefined
}
