/** Functions shared by requests on several items, for reads and writes. */
import type { Table } from '../catalog/table.js'
import { validation } from '../model/errors.js'
import type { Get, Guard, SpaceId } from '../storage/engine.js'

/** The guards of all tables used, each once. */
export function guardsOf(uses: readonly { readonly table: Table }[]): readonly Guard[] {
  const bySpace = new Map(uses.map(({ table }) => [table.space, table.guard]))
  return [...bySpace.values()]
}

/** Whether an item is named twice, even if its table is named by name and by ARN. */
export function namesItemTwice(reads: readonly Get[]): boolean {
  const seen = new Map<SpaceId, Set<string>>()
  for (const { space, key } of reads) {
    const keys = seen.get(space) ?? new Set()
    if (keys.size === 0) seen.set(space, keys)
    const name = latin1Of(key)
    if (keys.has(name)) return true
    keys.add(name)
  }
  return false
}

function latin1Of(key: Uint8Array): string {
  return (Buffer.isBuffer(key) ? key : Buffer.from(key)).toString('latin1')
}

/** AWS: a strongly consistent global table has no transactions. */
export function requireTransactable(uses: readonly { readonly table: Table }[]): void {
  for (const { table } of uses) {
    if (table.replica?.sharedBy !== undefined) throw notTransactable()
  }
}

function notTransactable() {
  return validation(
    'Transactions are not supported on global tables with MultiRegionConsistency set to STRONG.',
  )
}
