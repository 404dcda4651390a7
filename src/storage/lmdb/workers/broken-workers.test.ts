/** What workers that hang, break or vanish do to the others: nothing. And what a lost owner does to a worker. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.js'
import {
  create,
  get,
  increment,
  put,
  remove,
  space,
  valueOf,
  write,
} from '../../engine-testing-suite.js'
import { StorageError, WritesRefused } from '../../errors.js'
import { withFolder } from '../child-process-suite.js'
import { openLmdbDatabase, transactOnce } from '../database.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import { ownerKey } from '../stored-keys.js'
import { FrameReader, FrameWriter, fromOwner, fromWorker } from './frames.js'
import { attachWorker, channelPair } from './in-process-suite.js'
import { type LmdbOwner, openLmdbOwner } from './lmdb-owner.js'
import type { DeskLimits } from './owner-desk.js'
import { BatchWriter } from './transaction-codec.js'

describe('a worker that hangs', () => {
  it('in its turn loses it, and what it decided in it is refused', () =>
    withOwner({ turnMsMax: 20 }, async ({ owner, dataDir }) => {
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space), put('a', '0')])
      const hanging = new RawWorker(owner)
      hanging.send(fromWorker.askTurn)
      const turn = (await hanging.received(fromOwner.turn)).readUInt32BE(0)
      // Waits for the turn to end, and not longer.
      await write(worker, [put('a', '1')])
      hanging.batch({ id: 1, turn, snapshot: 1e6 }, 'late')
      const outcomes = await hanging.received(fromOwner.outcomes)
      assert.deepEqual([...outcomes], [0, 0, 0, 1, 1])
      assert.equal(await valueOf(worker, 'a'), '1')
      await worker.close()
    }))

  it('while it opens the file is ended before others commit', () =>
    withOwner({ openingMsMax: 20 }, async ({ owner, dataDir }) => {
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space)])
      const events: string[] = []
      const hanging = new RawWorker(owner, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        events.push('ended')
      })
      hanging.send(fromWorker.hello)
      await hanging.received(fromOwner.open)
      await write(worker, [put('a', '1')])
      events.push('committed')
      assert.deepEqual(events, ['ended', 'committed'])
      await hanging.gone()
      await worker.close()
    }))

  it('or asks for a turn and vanishes keeps nobody waiting', () =>
    withOwner({}, async ({ owner, dataDir }) => {
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space)])
      const [one, two, three] = [new RawWorker(owner), new RawWorker(owner), new RawWorker(owner)]
      one.send(fromWorker.askTurn)
      two.send(fromWorker.askTurn)
      await one.received(fromOwner.turn)
      three.send(fromWorker.hello)
      const written = write(worker, [put('a', '1')])
      for (const each of [two, one, three]) each.channel.destroy()
      await written
      await worker.close()
    }))
})

describe('a worker that sends what nobody understands', () => {
  const frames: readonly [string, Buffer][] = [
    ['an unknown kind', Buffer.from([0, 0, 0, 1, 99])],
    ['an empty frame', Buffer.from([0, 0, 0, 0, 0])],
    ['a frame that is too large', Buffer.from([0xff, 0, 0, 0, fromWorker.batch])],
    ['half a batch', Buffer.from([0, 0, 0, 3, fromWorker.batch, 0, 0])],
    ['two greetings', Buffer.from([0, 0, 0, 1, 1, 0, 0, 0, 1, fromWorker.hello])],
    ['an opening that nobody asked for', Buffer.from([0, 0, 0, 1, fromWorker.opened])],
  ]
  for (const [name, bytes] of frames) {
    it(`is ended, and the owner goes on: ${name}`, () =>
      withOwner({}, async ({ owner, dataDir }) => {
        const worker = await attachWorker(owner, dataDir)
        await write(worker, [create(space)])
        let ended = false
        const broken = new RawWorker(owner, async () => {
          ended = true
        })
        broken.channel.write(bytes)
        await broken.gone()
        assert.equal(ended, true)
        assert.equal(await increment(worker, 'n'), 1)
        await worker.close()
      }))
  }

  it('or writes what cannot be written gets a conflict', () =>
    withOwner({}, async ({ owner, dataDir }) => {
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space)])
      const broken = new RawWorker(owner)
      broken.batch({ id: 4, turn: 0, snapshot: 1 }, 'x', 99)
      assert.deepEqual([...(await broken.received(fromOwner.outcomes))], [0, 0, 0, 4, 1])
      // From before anything that the owner knows of.
      broken.batch({ id: 5, turn: 0, snapshot: 0 }, 'x')
      assert.deepEqual([...(await broken.received(fromOwner.outcomes))], [0, 0, 0, 5, 1])
      assert.equal(await valueOf(worker, 'x'), undefined)
      await worker.close()
    }))

  it('has a frame as large as the limit taken, and a larger one not', () =>
    withOwner({ frameBytesMax: 1000 }, async ({ owner, dataDir }) => {
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space)])
      const size = (value: number) => put('a', Buffer.alloc(value, 1))
      const empty = new FrameWriter()
      const batch = new BatchWriter(empty, { id: 1, turn: 0, snapshot: 0 })
      batch.mutations([size(0)])
      batch.end()
      const room = 1000 - (empty.length - 4)
      await write(worker, [size(room)])
      await assert.rejects(write(worker, [size(room + 1)]), isUnavailable)
      await worker.close()
    }))
})

describe('refused writes', () => {
  it('reach a worker with their reason, and whoever watches it', () =>
    withFolder(async (dataDir) => {
      const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
      const told: (string | undefined)[] = []
      const watch = { onWrites: (refusal?: WritesRefused) => void told.push(refusal?.reason) }
      const worker = await attachWorker(owner, dataDir, { watch })
      await write(worker, [create(space), put('a', '1')])
      await worker.ping()
      await takeOver(dataDir)
      const reason = 'another server has taken over the data folder'
      const isRefused = (error: unknown) =>
        error instanceof WritesRefused && error.reason === reason
      await assert.rejects(write(worker, [put('a', '2')]), isRefused)
      await assert.rejects(worker.ping(), isRefused)
      await until(
        () => told.includes(reason),
        () => 'nobody was told',
      )
      assert.equal(await valueOf(worker, 'a'), '1')
      // One that comes later is told as well.
      const late: (string | undefined)[] = []
      const lateWatch = { onWrites: (refusal?: WritesRefused) => void late.push(refusal?.reason) }
      const other = await attachWorker(owner, dataDir, { watch: lateWatch })
      await until(
        () => late.includes(reason),
        () => 'the other was not told',
      )
      await other.close()
      await worker.close()
      await owner.close()
    }))
})

describe('a full disk', () => {
  it('reaches a worker as the reason of the refusal, and deletes are still taken', (t) =>
    withFolder(async (folder) => {
      const options = ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]
      const isMounted = spawnSync('mount', options).status === 0
      if (!isMounted) return t.diagnostic('skipped: no right to mount a small disk')
      try {
        await fillAndDelete(join(folder, 'data'))
      } finally {
        spawnSync('umount', ['--lazy', folder])
      }
    }))
})

async function fillAndDelete(dataDir: string): Promise<void> {
  const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
  const worker = await attachWorker(owner, dataDir)
  await write(worker, [create(space)])
  const value = Buffer.alloc(100_000, 1)
  const full = (error: unknown) =>
    error instanceof WritesRefused && error.reason === 'the disk is full'
  let acknowledged = 0
  const filling = async () => {
    for (; ; acknowledged++) await write(worker, [put(`k${acknowledged}`, value)])
  }
  await assert.rejects(filling(), full)
  await assert.rejects(worker.ping(), full)
  assert.equal(await valueOf(worker, `k${acknowledged}`), undefined)
  for (let n = 0; n < acknowledged; n++) await write(worker, [remove(`k${n}`)])
  await worker.close()
  await owner.close()
}

describe('an owner that is gone', () => {
  it('fails what it has not answered, and everything after that', () =>
    withFolder(async (dataDir) => {
      const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
      let lost: StorageError | undefined
      const onLost = (error: StorageError) => void (lost = error)
      const [channel, ownersEnd] = channelPair()
      owner.desk.attach(ownersEnd, 1_000_001)
      const worker = await attachWorker(owner, dataDir, { onLost })
      await write(worker, [create(space)])
      const unanswered = Array.from({ length: 10 }, () => increment(worker, 'n'))
      unanswered.push(
        worker.transact({
          exclusive: [space],
          reads: [],
          decide: () => ({ mutations: [], result: 0 }),
        }),
      )
      const settled = Promise.allSettled(unanswered)
      setImmediate(() => owner.desk.close())
      for (const outcome of await settled) {
        if (outcome.status === 'rejected') assert.ok(isUnavailable(outcome.reason))
      }
      assert.ok(isUnavailable(lost))
      await assert.rejects(worker.read([get('n')]), isUnavailable)
      await assert.rejects(increment(worker, 'n'), isUnavailable)
      await assert.rejects(worker.ping(), isUnavailable)
      await worker.close()
      channel.destroy()
      await owner.close()
      const after = await openLmdbEngine({ dataDir, durability: 'relaxed' })
      await after.read([get('n')])
      await after.close()
    }))
})

interface Opened {
  readonly owner: LmdbOwner
  readonly dataDir: string
}

async function withOwner(
  limits: DeskLimits,
  test: (opened: Opened) => Promise<void>,
): Promise<void> {
  await withFolder(async (dataDir) => {
    const owner = await openLmdbOwner({ dataDir, durability: 'relaxed', limits })
    await test({ owner, dataDir })
    await owner.close()
  })
}

let rawWorkers = 10_000

/** Speaks to the owner frame by frame. */
class RawWorker {
  readonly channel: Duplex
  readonly #frames: (readonly [number, Buffer])[] = []

  constructor(owner: LmdbOwner, end?: () => Promise<void>) {
    const [channel, ownersEnd] = channelPair()
    this.channel = channel
    owner.desk.attach(ownersEnd, ++rawWorkers, end)
    const reader = new FrameReader()
    channel.on('data', (chunk: Buffer) =>
      reader.push(chunk, (kind, body) => this.#frames.push([kind, Buffer.from(body)])),
    )
  }

  send(kind: number): void {
    const out = new FrameWriter()
    out.begin(kind)
    out.end()
    this.channel.write(out.handOver())
  }

  /** A batch with one put. */
  batch(head: { id: number; turn: number; snapshot: number }, key: string, into = space): void {
    const out = new FrameWriter()
    const batch = new BatchWriter(out, head)
    batch.mutations([put(key, 'x', into)])
    batch.end()
    this.channel.write(out.handOver())
  }

  async received(kind: number): Promise<Buffer> {
    await until(
      () => this.#frames.some(([each]) => each === kind),
      () => 'no such frame came',
    )
    const at = this.#frames.findIndex(([each]) => each === kind)
    return this.#frames.splice(at, 1)[0]![1]
  }

  async gone(): Promise<void> {
    await until(
      () => this.channel.destroyed,
      () => 'the channel is still open',
    )
  }
}

/** As another server would that took the owner for dead. */
async function takeOver(dataDir: string): Promise<void> {
  const database = openLmdbDatabase(dataDir, 'relaxed')
  await transactOnce(database, () => void database.put(ownerKey(), Buffer.from('another')))
  await database.close()
}

function isUnavailable(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unavailable'
}
