/** A region's stream, read to its end: what it tells of each item, in order. */
import type { Json } from '../../support/client.js'
import { keyOf } from './history.js'

export type Ask = (operation: string, input: Json) => Promise<Json>

export interface ItemStory {
  readonly before: Json | undefined
  readonly after: Json | undefined
}

interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly dynamodb: {
    readonly Keys: Json
    readonly OldImage?: Json
    readonly NewImage?: Json
  }
}

interface Shard {
  readonly ShardId: string
}

/** By the keys of the items. Shards of one item follow each other in the order of the list. */
export async function readStream(
  ask: Ask,
  StreamArn: string,
): Promise<ReadonlyMap<string, readonly ItemStory[]>> {
  const stories = new Map<string, ItemStory[]>()
  for (const { ShardId } of await shardsOf(ask, StreamArn)) {
    for await (const { dynamodb } of recordsOf(ask, StreamArn, ShardId)) {
      const key = keyOf(dynamodb.Keys)
      const story = { before: dynamodb.OldImage, after: dynamodb.NewImage }
      stories.set(key, [...(stories.get(key) ?? []), story])
    }
  }
  return stories
}

async function shardsOf(ask: Ask, StreamArn: string): Promise<readonly Shard[]> {
  const { StreamDescription } = await ask('DescribeStream', { StreamArn })
  return (StreamDescription as { readonly Shards: readonly Shard[] }).Shards
}

async function* recordsOf(
  ask: Ask,
  StreamArn: string,
  ShardId: string,
): AsyncGenerator<StreamRecord> {
  const place = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
  let { ShardIterator: iterator } = await ask('GetShardIterator', place)
  while (iterator !== undefined) {
    const { Records, NextShardIterator } = await ask('GetRecords', { ShardIterator: iterator })
    const records = Records as readonly StreamRecord[]
    yield* records
    // An open shard goes on for ever.
    if (records.length === 0) return
    iterator = NextShardIterator
  }
}
