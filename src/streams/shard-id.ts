/**
 * The name of a shard: `shardId-`, when it was opened in 20 digits, and its number in 8 hex digits. Names
 * sort as shards were opened, and consumers read the time off them.
 */
import type { ShardName } from '../changes/shard.js'

export function shardIdOf({ number, openedAtMs }: ShardName): string {
  return `shardId-${String(openedAtMs).padStart(20, '0')}-${number.toString(16).padStart(8, '0')}`
}

const pattern = /^shardId-\d{20}-([0-9a-f]{8})$/

/** The number of the shard that a name can be of; whether it is, the shard itself tells. */
export function shardNumberIn(shardId: string): number | undefined {
  const match = pattern.exec(shardId)
  return match === null ? undefined : Number.parseInt(match[1]!, 16)
}
