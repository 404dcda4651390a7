/**
 * One flush per write on the engine itself: each item is committed and flushed before the next is
 * begun, with no HTTP around it. What a server without group commit could reach at the very best.
 */
import { randomBytes } from 'node:crypto'
import type { Engine, Mutation } from '../../src/storage/engine.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { loadResult, type LoadResult } from './load-result.js'

const space = 1
const keyBytes = 22
const commitsMax = 1_000_000

export interface CommitLoop extends AsyncDisposable {
  run(durationMs: number): Promise<LoadResult>
}

export async function openCommitLoop(dataDir: string, value: Buffer): Promise<CommitLoop> {
  const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
  await commit(engine, { kind: 'create-space', space, label: 'bench' })
  return {
    run: (durationMs) => commitFor(engine, value, durationMs),
    [Symbol.asyncDispose]: () => engine.close(),
  }
}

async function commitFor(engine: Engine, value: Buffer, durationMs: number): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const start = performance.now()
  let now = start
  while (now - start < durationMs && latenciesMs.length < commitsMax) {
    await commit(engine, { kind: 'put', space, key: randomBytes(keyBytes), value })
    latenciesMs.push(performance.now() - now)
    now = performance.now()
  }
  return loadResult(Float64Array.from(latenciesMs), now - start)
}

function commit(engine: Engine, mutation: Mutation): Promise<undefined> {
  return engine.transact({
    reads: [],
    decide: () => ({ mutations: [mutation], result: undefined }),
  })
}
