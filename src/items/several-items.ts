/** Functions shared by requests on several items, for reads and writes. */
import type { Table } from '../catalog/table.js'
import type { Get, Guard } from '../storage/engine.js'

/** The guards of all tables used, each once. */
export function guardsOf(uses: readonly { readonly table: Table }[]): readonly Guard[] {
  const bySpace = new Map(uses.map(({ table }) => [table.space, table.guard]))
  return [...bySpace.values()]
}

/** Whether an item is named twice, even if its table is named by name and by ARN. */
export function namesItemTwice(reads: readonly Get[]): boolean {
  const seen = new Set<string>()
  for (const { space, key } of reads) seen.add(`${space} ${Buffer.from(key).toString('latin1')}`)
  return seen.size < reads.length
}
