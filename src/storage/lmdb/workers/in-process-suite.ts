/** Owners and workers in one process, joined by pairs of streams, for tests. */
import { Duplex } from 'node:stream'
import type { Engine } from '../../engine.js'
import { create, otherSpace, space, write } from '../../engine-testing-suite.js'
import { withFolder } from '../child-process-suite.js'
import { type LmdbOwner, type LmdbOwnerOptions, openLmdbOwner } from './lmdb-owner.js'
import { openWorkerEngine, type WorkerEngineOptions } from './worker-engine.js'

/** Two streams, each of which reads what is written to the other. */
export function channelPair(): readonly [Duplex, Duplex] {
  const [one, other] = [new PairEnd(), new PairEnd()]
  one.peer = other
  other.peer = one
  return [one, other]
}

class PairEnd extends Duplex {
  peer: PairEnd | undefined

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // A process gets a copy, and at another time.
    const copy = Buffer.from(chunk)
    setImmediate(() => {
      if (this.peer?.destroyed === false) this.peer.push(copy)
      done()
    })
  }

  override _final(done: () => void): void {
    this.peer?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    setImmediate(() => this.peer?.destroy())
    done(error)
  }
}

let workers = 0

export function attachWorker(
  owner: LmdbOwner,
  dataDir: string,
  options: Partial<WorkerEngineOptions> = {},
): Promise<Engine> {
  const [channel, ownersEnd] = channelPair()
  owner.desk.attach(ownersEnd, ++workers)
  return openWorkerEngine({ dataDir, channel, ...options })
}

/** A worker whose owner closes with it. */
export async function openWithOwner(options: LmdbOwnerOptions): Promise<Engine> {
  const owner = await openLmdbOwner(options)
  const engine = await attachWorker(owner, options.dataDir)
  const close = engine.close.bind(engine)
  let closing: Promise<void> | undefined
  engine.close = () => (closing ??= close().then(() => owner.close()))
  return engine
}

/** Runs a test on workers of one owner, with two empty spaces. */
export async function withWorkers(
  count: number,
  test: (workers: readonly Engine[]) => Promise<void>,
): Promise<void> {
  await withFolder(async (dataDir) => {
    const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
    const attaching = Array.from({ length: count }, () => attachWorker(owner, dataDir))
    const engines = await Promise.all(attaching)
    await write(engines[0]!, [create(space), create(otherSpace)])
    await test(engines)
    await Promise.all(engines.map((engine) => engine.close()))
    await owner.close()
  })
}
