/**
 * Puts the items of all objects under a prefix into a table that is in use, by ordinary writes. Each
 * transaction stores its writes, what they came to and where the reading goes on, so that nothing is
 * put or counted twice, whatever interrupts it. What was not written is reported in the output bucket.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import type { EachOutcome } from '../items/write/write-each.js'
import type { Items } from '../items/items.js'
import type { PutRecord } from '../interchange/put-record.js'
import { conditionalPutReader } from '../interchange/record-readers.js'
import { jobGuard, putJob } from '../jobs/job-record.js'
import { JobFailure, saveStep, type JobStep, type LongJob } from '../jobs/long-job.js'
import type { ObjectStore } from '../objects/object-store.js'
import { monotonicClock, type Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { readBulkBatches, type BulkBatch } from './bulk-batch.js'
import { bulkCountsAfter, bulkReportsOf, unreportedOf, writeUnits } from './bulk-outcome.js'
import type { BulkPutDetails, BulkPutRecord } from './bulk-details.js'
import { ensureBulkReports, writeBulkManifest, writeBulkReports } from './bulk-reports.js'
import { importStepBatchesMax, listedObjectsMax } from './import-limits.js'
import { OpenReaders } from './open-readers.js'
import { PrefixReader } from './prefix-reader.js'
import { failureOf, keyFailure, ownerFailure } from './transfer-failure.js'

export interface BulkPutJobDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly random: Random
  /** How many batches a step puts. */
  readonly stepBatchesMax?: number
}

interface StepRight {
  readonly fence: Fence
  readonly signal: AbortSignal
}

export class BulkPutJob implements LongJob<BulkPutDetails> {
  readonly kind = 'bulk put'
  readonly #dependencies: BulkPutJobDependencies
  readonly #readers = new OpenReaders<PutRecord>()

  constructor(dependencies: BulkPutJobDependencies) {
    this.#dependencies = dependencies
  }

  async step(
    record: BulkPutRecord,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<JobStep<BulkPutDetails>> {
    const { objects } = this.#dependencies
    try {
      if (record.details.totalBytes === undefined) return await this.#begin(record, fence)
      await ensureBulkReports(objects, record)
      if (record.state === 'cancelling' || record.details.isRead) {
        return await this.#end(record, fence)
      }
      return await this.#putBatches(record, { fence, signal })
    } catch (error) {
      throw failureOf(error, this.#dependencies)
    }
  }

  /** Looks for both buckets, and sums up what there is to read. */
  async #begin(before: BulkPutRecord, fence: Fence): Promise<JobStep<BulkPutDetails>> {
    const { engine, objects, random } = this.#dependencies
    const { input, output } = before.details
    for (const { bucket, bucketOwner } of [input, output]) {
      if (bucketOwner !== undefined && bucketOwner !== before.table.account) {
        throw ownerFailure(random)
      }
      await objects.list(bucket, { entriesMax: 1 })
    }
    if (output.kmsKeyId !== undefined) throw keyFailure(output.kmsKeyId, random)
    let totalBytes = 0
    let after: string | undefined
    do {
      const { prefix } = input
      const page = await objects.list(input.bucket, { prefix, after, entriesMax: listedObjectsMax })
      for (const { bytes } of page.objects) totalBytes += bytes
      after = page.more ? page.next : undefined
    } while (after !== undefined)
    const record = this.#advanced(before, { totalBytes })
    return { record: await saveStep(engine, { before, after: record }, fence) }
  }

  async #putBatches(
    given: BulkPutRecord,
    { fence, signal }: StepRight,
  ): Promise<JobStep<BulkPutDetails>> {
    const { stepBatchesMax = importStepBatchesMax } = this.#dependencies
    const { writeUnitsMax = Infinity } = given.details
    const table = await this.#requireTable(given)
    const reader = await this.#readerOf(given)
    const startedAt = monotonicClock.now()
    let record = given
    let units = 0
    try {
      for (let i = 0; i < stepBatchesMax && units < writeUnitsMax; i++) {
        if (record.details.isRead || signal.aborted) break
        for (const batch of await readBulkBatches(reader, table)) {
          record = await this.#put(table, record, { batch, fence })
          units += writeUnits(batch)
        }
      }
    } catch (error) {
      // It may have read more than was stored.
      await reader.close()
      throw error
    }
    if (record.details.isRead || signal.aborted) await reader.close()
    else this.#readers.keep(record.id, reader)
    const restMs = (units / writeUnitsMax) * 1000 - (monotonicClock.now() - startedAt)
    return { record, restMs: Math.max(0, restMs) }
  }

  async #requireTable({ table, details }: BulkPutRecord): Promise<DescribedTable> {
    const found = await this.#dependencies.catalog.loadTable(table, table.name)
    if (found?.id === details.tableId && found.filling === undefined) return found
    throw new JobFailure('TableNotFound', 'The table does not exist any more')
  }

  async #readerOf({ id, details }: BulkPutRecord): Promise<PrefixReader<PutRecord>> {
    const { input, position } = details
    const kept = await this.#readers.take(id, position)
    if (kept !== undefined) return kept
    const createReader = (firstIndex: number) => conditionalPutReader(input.format, firstIndex)
    const { objects } = this.#dependencies
    const { bucket, prefix, compression } = input
    return new PrefixReader({ objects, bucket, prefix, compression, createReader }, position)
  }

  async #put(
    table: DescribedTable,
    before: BulkPutRecord,
    { batch, fence }: { readonly batch: BulkBatch; readonly fence: Fence },
  ): Promise<BulkPutRecord> {
    const { items, objects } = this.#dependencies
    const advancedBy = (outcomes: readonly EachOutcome[]): BulkPutRecord => {
      return { ...this.#advancedTo(before, batch, outcomes), updatedAtMs }
    }
    const updatedAtMs = this.#dependencies.clock.now()
    const writes = batch.writes.map(({ write }) => write)
    const outcomes = await items.writeEach(writes, [table], {
      guards: [jobGuard(before), ...fence.guards],
      decide: (all) => [putJob(advancedBy(all)), ...fence.mutations],
    })
    const after = advancedBy(outcomes)
    const reports = bulkReportsOf(before.details, batch, outcomes)
    await writeBulkReports(objects, after, reports)
    return after
  }

  #advancedTo(
    before: BulkPutRecord,
    batch: BulkBatch,
    outcomes: readonly EachOutcome[],
  ): BulkPutRecord {
    const { totalBytes = 0 } = before.details
    const counts = bulkCountsAfter(before.details.counts, batch, outcomes)
    const unreported = unreportedOf(before.details, batch, outcomes)
    const { position, isLast: isRead } = batch
    const advanced = this.#advanced(before, { position, isRead, counts, unreported })
    return { ...advanced, progress: totalBytes === 0 ? 1 : counts.inputBytes / totalBytes }
  }

  async #end(before: BulkPutRecord, fence: Fence): Promise<JobStep<BulkPutDetails>> {
    const { engine, objects } = this.#dependencies
    await writeBulkManifest(objects, before)
    const advanced = this.#advanced(before, {})
    const endedAtMs = advanced.updatedAtMs
    const after: BulkPutRecord =
      before.state === 'cancelling'
        ? { ...advanced, endedAtMs, state: 'cancelled', code: 'Cancelled', reason: cancelled }
        : { ...advanced, endedAtMs, state: 'done', progress: 1 }
    return { record: await saveStep(engine, { before, after }, fence) }
  }

  #advanced(before: BulkPutRecord, details: Partial<BulkPutDetails>): BulkPutRecord {
    const state = before.state === 'cancelling' ? before.state : 'running'
    const updatedAtMs = this.#dependencies.clock.now()
    return { ...before, state, details: { ...before.details, ...details }, updatedAtMs }
  }
}

const cancelled = 'The bulk operation was cancelled. Items that were written remain.'
