/** Where the entries of lanes begin that were not trimmed. */
import { shardsFrom } from '../changes/read-log.js'
import type { Engine, SpaceId } from '../storage/engine.js'

/** By lane, the first entry that was not trimmed. Lanes of which nothing is left are absent. */
export async function availableFrom(
  engine: Engine,
  space: SpaceId,
): Promise<ReadonlyMap<number, number>> {
  const starts = new Map<number, number>()
  for await (const { shard } of shardsFrom(engine, space)) {
    if (!starts.has(shard.lane)) starts.set(shard.lane, shard.trimmedThrough + 1)
  }
  return starts
}
