/** All entries of a space in the order of their keys, a batch at a time, and what they come to. */
import { createHash } from 'node:crypto'
import { copyBatchBytesMax } from './limits.js'
import type { Engine, Entry, RangePage, SpaceId } from '../storage/engine.js'
import { allKeys, keyAfter } from '../storage/keyspace.js'

export interface BatchLimits {
  readonly entriesMax: number
  readonly bytesMax: number
}

/** The next batch is asked for while the last one is being used. Holds no snapshot in between. */
export async function* batchesOf(
  engine: Engine,
  space: SpaceId,
  limits: BatchLimits,
): AsyncGenerator<readonly Entry[]> {
  const { from: start, to } = allKeys()
  const pageFrom = async (from: Buffer): Promise<RangePage> => {
    const [page] = await engine.read([{ kind: 'range', space, from, to, ...limits }])
    return page
  }
  let next: Promise<RangePage> | undefined = pageFrom(start)
  while (next !== undefined) {
    const { entries, more }: RangePage = await next
    next = more ? pageFrom(keyAfter(entries.at(-1)!.key)) : undefined
    // Whoever stops half way does not wait for it.
    next?.catch(() => undefined)
    if (entries.length > 0) yield entries
  }
}

/** Two spaces of the same digest hold the same. */
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
