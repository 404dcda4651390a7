/** How far a trigger is behind, as Lambda measures it: by the age of the oldest change it has not processed. */
import { reportedShardsMax } from './limits.js'
import type { SourceStream, StreamSource } from './stream-source.js'
import type { ShardPosition } from './trigger-positions.js'

export async function iteratorAgeMs(
  source: StreamSource,
  stream: SourceStream,
  positions: ReadonlyMap<number, ShardPosition>,
  nowMs: number,
): Promise<number> {
  const shards = await source.shards(stream)
  const behind = shards.filter(({ number }) => positions.get(number)?.done !== true)
  let oldestMs = nowMs
  for (const shard of behind.slice(0, reportedShardsMax)) {
    const position = positions.get(shard.number)?.position ?? shard.first
    const page = await source.read(stream, shard, Math.max(position, shard.first), 1)
    const atMs = page.kind === 'page' ? page.records[0]?.atMs : undefined
    if (atMs !== undefined) oldestMs = Math.min(oldestMs, atMs)
  }
  return Math.max(0, nowMs - oldestMs)
}
