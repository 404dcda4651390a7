/**
 * The id of a shard: `shardId-`, the time it was opened in 20 digits, and its number in 8 hex
 * digits. Ids sort in the order of opening, and consumers read the time from them.
 */
import type { ShardName } from '../changes/shard.js'

export function shardIdOf({ number, openedAtMs }: ShardName): string {
  return `shardId-${String(openedAtMs).padStart(20, '0')}-${number.toString(16).padStart(8, '0')}`
}

const pattern = /^shardId-\d{20}-([0-9a-f]{8})$/

/** The number in a shard id; whether that shard has this id must be checked on the shard itself. */
export function shardNumberIn(shardId: string): number | undefined {
  const match = pattern.exec(shardId)
  return match === null ? undefined : Number.parseInt(match[1]!, 16)
}
