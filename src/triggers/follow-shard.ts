/**
 * Processes one shard from a position to its end: reads, filters, forms batches and has them
 * processed, one at a time by each worker. A worker has the records of its items in order.
 *
 * No more is read ahead than a buffer holds, so a failing worker eventually holds up the others, as
 * it holds up the stored position. The position is saved after every batch.
 */
import { createHash } from 'node:crypto'
import { streamRecordsPageMax } from '../model/limits.js'
import { triggerBufferBytesMax, triggerBufferRecordsMax, triggerPollMs } from './limits.js'
import type { SourcePage, SourceRecord } from './stream-source.js'
import { recordBytes, BatchQueue } from './batch-queue.js'
import { matchesAny } from './match-pattern.js'
import { processBatch, type BatchCalls, type TriggerTime } from './process-batch.js'
import { ShardProgress } from './shard-progress.js'
import type { Trigger } from './trigger.js'

export interface ShardJob {
  readonly trigger: Trigger
  readonly position: number
  readonly calls: BatchCalls
  readonly time: TriggerTime
  read(position: number, recordsMax: number): Promise<SourcePage>
  save(position: number, done: boolean): Promise<void>
  /** Called if records up to a position were trimmed before they were read. */
  missed(from: number, to: number): void
}

/** How long the stored position may lag behind while all records are filtered out. */
const saveIntervalMs = 1_000

/** Resolves at the shard's end; rejects if aborted, or if something other than a batch failed. */
export async function followShard(job: ShardJob, signal: AbortSignal): Promise<void> {
  await new ShardFollower(job, signal).run()
}

interface Worker {
  readonly queue: BatchQueue
  running: Promise<void> | undefined
}

class ShardFollower {
  readonly #job: ShardJob
  readonly #outer: AbortSignal
  /** Ends the workers if anything fails. */
  readonly #ending = new AbortController()
  readonly #progress: ShardProgress
  readonly #workers: readonly Worker[]
  #readAt: number
  #ended = false
  #bufferedRecords = 0
  #bufferedBytes = 0
  #saving: Promise<void> = Promise.resolve()
  #saved: number
  #savedAtMs: number
  #failure: { readonly error: unknown } | undefined
  /** Whether something happened since the round began. */
  #news = false
  #wake: () => void = () => undefined

  constructor(job: ShardJob, signal: AbortSignal) {
    this.#job = job
    this.#outer = signal
    this.#progress = new ShardProgress(job.position)
    this.#readAt = this.#saved = job.position
    this.#savedAtMs = job.time.clock.now()
    const { trigger } = job
    this.#workers = Array.from({ length: trigger.parallelBatches }, () => ({
      queue: new BatchQueue(trigger),
      running: undefined,
    }))
  }

  async run(): Promise<void> {
    const onAbort = () => this.#fail(this.#outer.reason)
    this.#outer.addEventListener('abort', onAbort, { once: true })
    try {
      this.#outer.throwIfAborted()
      while (!(await this.#isDone())) await this.#round()
    } finally {
      this.#outer.removeEventListener('abort', onAbort)
      this.#ending.abort(new Error('the shard is left'))
      await Promise.allSettled(this.#workers.flatMap(({ running }) => running ?? []))
    }
  }

  async #isDone(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure.error
    if (!this.#ended || !this.#progress.isIdle) return false
    await this.#saving
    await this.#job.save(this.#progress.position, true)
    return true
  }

  async #round(): Promise<void> {
    this.#news = false
    const gotSome = this.#hasRoom() && (await this.#read())
    this.#startBatches()
    await this.#saveNowAndThen()
    if (this.#failure !== undefined || (this.#ended && this.#progress.isIdle)) return
    if (!gotSome || !this.#hasRoom()) await this.#rest()
  }

  #hasRoom(): boolean {
    const { batchSize, parallelBatches } = this.#job.trigger
    const recordsMax = Math.min(
      Math.max(batchSize * parallelBatches, streamRecordsPageMax),
      triggerBufferRecordsMax,
    )
    const isFull =
      this.#bufferedRecords >= recordsMax || this.#bufferedBytes >= triggerBufferBytesMax
    return !this.#ended && !isFull
  }

  /** Returns whether there was something to read. */
  async #read(): Promise<boolean> {
    const page = await this.#job.read(this.#readAt, streamRecordsPageMax)
    switch (page.kind) {
      case 'gone':
        this.#ended = true
        return false
      case 'trimmed':
        this.#job.missed(this.#readAt, page.resumeAt)
        this.#moveTo(page.resumeAt)
        return true
      case 'page':
        return this.#takePage(page)
    }
  }

  #takePage({ records, end, next }: SourcePage & { readonly kind: 'page' }): boolean {
    for (const record of records) this.#take(record)
    const moved = next > this.#readAt
    this.#ended = end
    this.#moveTo(next)
    return moved
  }

  #moveTo(position: number): void {
    this.#readAt = position
    this.#progress.readUpTo(position)
  }

  /** AWS: a record that is filtered out counts as processed. */
  #take(record: SourceRecord): void {
    const { filters } = this.#job.trigger
    if (filters.length > 0 && !matchesAny(filters, JSON.parse(record.json))) return
    this.#progress.begin(record.position)
    this.#bufferedRecords += 1
    this.#bufferedBytes += recordBytes(record)
    this.#workerOf(record).queue.add(record, this.#job.time.clock.now())
  }

  #workerOf({ itemKey }: SourceRecord): Worker {
    if (this.#workers.length === 1) return this.#workers[0]!
    const hash = createHash('md5').update(itemKey).digest().readUInt32BE(0)
    return this.#workers[hash % this.#workers.length]!
  }

  #startBatches(): void {
    const noMore = this.#ended || !this.#hasRoom()
    for (const worker of this.#workers) {
      if (worker.running !== undefined || this.#failure !== undefined) continue
      const batch = worker.queue.take(this.#job.time.clock.now(), noMore)
      if (batch === undefined) continue
      worker.running = this.#process(batch).then(
        () => this.#free(worker),
        (error: unknown) => this.#fail(error),
      )
    }
  }

  async #process(batch: readonly SourceRecord[]): Promise<void> {
    const { trigger, calls, time } = this.#job
    await processBatch(batch, trigger, calls, { time, signal: this.#ending.signal })
    this.#progress.finish(batch.map(({ position }) => position))
    this.#bufferedRecords -= batch.length
    this.#bufferedBytes -= batch.reduce((total, record) => total + recordBytes(record), 0)
    await this.#save()
  }

  #free(worker: Worker): void {
    worker.running = undefined
    this.#tell()
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#ending.abort(error)
    this.#tell()
  }

  #tell(): void {
    this.#news = true
    this.#wake()
  }

  async #saveNowAndThen(): Promise<void> {
    const isDue = this.#job.time.clock.now() >= this.#savedAtMs + saveIntervalMs
    if (isDue && this.#progress.position > this.#saved) await this.#save()
  }

  /** One save after the other, so that the stored position never goes back. */
  #save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const { position } = this.#progress
      if (position === this.#saved) return
      await this.#job.save(position, false)
      this.#saved = position
      this.#savedAtMs = this.#job.time.clock.now()
    })
    return this.#saving
  }

  async #rest(): Promise<void> {
    if (this.#news) return
    const nap = new AbortController()
    this.#wake = () => nap.abort()
    await this.#job.time.pause(triggerPollMs, nap.signal).catch(() => undefined)
    this.#wake = () => undefined
  }
}
