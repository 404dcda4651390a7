/** The keys of what servers have used of the tables' throughput. Prefixes are in `system-prefixes.ts`. */
import type { KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function unitsUsedKey(serverId: string): Buffer {
  return Buffer.concat([Buffer.of(system.unitsUsed), Buffer.from(serverId)])
}

export function serverOfUnitsUsed(key: Buffer): string {
  return key.toString('utf8', 1)
}

/** Of all servers. */
export function allUnitsUsed(): KeyRange {
  return { from: Buffer.of(system.unitsUsed), to: Buffer.of(system.unitsUsed + 1) }
}
