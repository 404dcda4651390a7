/**
 * The writes of transactions in batches (`batcher.ts`): those that wait share one statement and its
 * commit, unless they touch the same entries (`merged-writes.ts`).
 *
 * Writes of a batch fail together only if that is right for each of them: a broken guard is broken
 * for all, and so is a lost database. If one of them conflicts, or the database refuses the batch,
 * each is sent again alone.
 */
import { batchedWritesBytesMax, batchedWritesMax, batchedWriteStatementsMax } from '../limits.js'
import type { Backend } from '../backend.js'
import { StatementFailure, tooManyWait } from '../connection/failures.js'
import { Batcher } from '../wait/batcher.js'
import { guardsName } from '../wait/guards-name.js'
import { changedBytes, type DecidedWrite, MergedWrite } from './merged-writes.js'
import { planWrite } from './write-plan.js'

interface Waiting {
  readonly write: DecidedWrite
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export class Committer {
  readonly #backend: Backend
  readonly #batcher: Batcher<Waiting>

  constructor(backend: Backend) {
    this.#backend = backend
    this.#batcher = new Batcher({
      underWayMax: batchedWriteStatementsMax,
      waitMs: backend.waitMs,
      take: takeBatch,
      send: (batch) => this.#send(batch),
      refuse: ({ reject }) => reject(tooManyWait()),
    })
  }

  /** Rejects with a conflict if another transaction came first; nothing was written then. */
  commit(write: DecidedWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#batcher.add(guardsName(write.guards), { write, resolve, reject })
    })
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(batch.map(({ write }) => write))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length > 1 && isAboutOne(error)) {
        await Promise.all(batch.map((one) => this.#send([one])))
      } else for (const { reject } of batch) reject(error)
    }
  }

  #write(writes: readonly DecidedWrite[]): Promise<void> {
    const backend = this.#backend
    return backend.write(async (run, slot) => {
      const version = backend.newVersion()
      const plan = planWrite({ ...merged(writes), version, slot, target: backend })
      if (plan.statement !== undefined) plan.check(await run(plan.statement))
    })
  }
}

/** Whether the failure of a batch may be the fault of one member. */
function isAboutOne(error: unknown): boolean {
  if (!(error instanceof StatementFailure)) return false
  return error.kind === 'conflict' || error.kind === 'refused'
}

function merged(writes: readonly DecidedWrite[]): DecidedWrite {
  const [first] = writes
  if (writes.length === 1) return first!
  const whole = new MergedWrite(first!.guards)
  for (const write of writes) whole.add(write)
  return whole.whole
}

/** The first requests, as many as fit one statement. */
function takeBatch(line: Waiting[]): readonly Waiting[] {
  const [first] = line
  const whole = new MergedWrite(first!.write.guards)
  let [count, bytes] = [0, 0]
  for (const { write } of line) {
    const isFull = count >= batchedWritesMax || bytes >= batchedWritesBytesMax
    if (isFull || !whole.accepts(write)) break
    whole.add(write)
    bytes += changedBytes(write.changes)
    count++
  }
  return line.splice(0, count)
}
