/** All entries of a space in key order, a batch at a time, and their digest. */
import { createHash } from 'node:crypto'
import { copyBatchBytesMax } from './limits.js'
import type { Engine, Entry, SpaceId } from '../storage/engine.js'
import { allKeys } from '../storage/keyspace.js'
import { walkPagesAhead } from '../storage/walk.js'

export interface BatchLimits {
  readonly entriesMax: number
  readonly bytesMax: number
}

export function batchesOf(
  engine: Engine,
  space: SpaceId,
  limits: BatchLimits,
): AsyncGenerator<readonly Entry[]> {
  return walkPagesAhead(engine, { space, ...allKeys(), ...limits })
}

/** Two spaces with the same digest have the same content. */
export interface SpaceDigest {
  readonly entries: number
  readonly sha256: string
}

export async function digestOf(
  engine: Engine,
  space: SpaceId,
  counts: (entry: Entry) => boolean,
): Promise<SpaceDigest> {
  const hash = createHash('sha256')
  let entries = 0
  for await (const batch of batchesOf(engine, space, digestLimits)) {
    for (const entry of batch.filter(counts)) {
      const lengths = Buffer.alloc(8)
      lengths.writeUInt32BE(entry.key.length, 0)
      lengths.writeUInt32BE(entry.value.length, 4)
      hash.update(lengths).update(entry.key).update(entry.value)
      entries++
    }
  }
  return { entries, sha256: hash.digest('hex') }
}

const digestLimits = { entriesMax: 5_000, bytesMax: copyBatchBytesMax }
