/**
 * Durable writes on the engine alone, without HTTP: one at a time, where every write waits for its
 * own flush, or many in flight, where they share flushes.
 */
import { randomBytes } from 'node:crypto'
import type { Engine, Mutation } from '../../src/storage/engine.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { loadResult, type LoadResult } from '../load/load-result.js'

const space = 1
const keyBytes = 22
const commitsMax = 1_000_000

export interface CommitLoop extends AsyncDisposable {
  run(inFlight: number, durationMs: number): Promise<LoadResult>
}

export async function openCommitLoop(dataDir: string, value: Buffer): Promise<CommitLoop> {
  const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
  await commit(engine, { kind: 'create-space', space, label: 'bench' })
  return {
    run: (inFlight, durationMs) => commitFor(engine, value, inFlight, durationMs),
    [Symbol.asyncDispose]: () => engine.close(),
  }
}

async function commitFor(
  engine: Engine,
  value: Buffer,
  inFlight: number,
  durationMs: number,
): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const start = performance.now()
  const writer = async () => {
    let begun = performance.now()
    while (begun - start < durationMs && latenciesMs.length < commitsMax) {
      await commit(engine, { kind: 'put', space, key: randomBytes(keyBytes), value })
      const done = performance.now()
      latenciesMs.push(done - begun)
      begun = done
    }
  }
  await Promise.all(Array.from({ length: inFlight }, writer))
  return loadResult(Float64Array.from(latenciesMs), performance.now() - start)
}

function commit(engine: Engine, mutation: Mutation): Promise<undefined> {
  return engine.transact({
    reads: [],
    decide: () => ({ mutations: [mutation], result: undefined }),
  })
}
