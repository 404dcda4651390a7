/**
 * Imports a table: makes it, puts the items of all objects under a prefix, many in one transaction with
 * where the reading goes on, lets the indexes be built and puts the table into service.
 *
 * Records that cannot be used are counted and logged, and do not keep the others from being imported.
 * AWS: an import that met one has failed, and its table is in service nevertheless.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { FillingStep } from '../catalog/filled-tables.js'
import type { DescribedTable } from '../catalog/table.js'
import { newFilledItem, type FilledItem } from '../items/fill.js'
import type { Items } from '../items/items.js'
import type { PutRecord } from '../interchange/put-record.js'
import { itemReader, type FileFormat } from '../interchange/record-readers.js'
import type { TextRecord } from '../interchange/text-record.js'
import { jobGuard, putJob } from '../jobs/job-record.js'
import { JobFailure, type JobStep, type LongJob } from '../jobs/long-job.js'
import { ServiceError } from '../model/errors.js'
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Random } from '../stdx/random.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import type { Fence } from '../storage/fence.js'
import { createImportedTable } from './create-imported-table.js'
import type { ImportDetails, ImportRecord } from './import-details.js'
import { logImportErrors, type ErrorObjects, type ImportError } from './import-errors.js'
import {
  importBatchBytesMax,
  importBatchRecordsMax,
  importIndexesRestMs,
  importItemsShare,
  importStepBatchesMax,
} from './import-limits.js'
import { OpenReaders } from './open-readers.js'
import { PrefixReader, type ReadingPosition } from './prefix-reader.js'
import { failureOf } from './transfer-failure.js'

/** What an import needs of a store. */
export type ImportObjects = ErrorObjects & Pick<ObjectStore, 'list' | 'read'>

export interface ImportJobDependencies {
  readonly catalog: Catalog
  readonly items: Items
  readonly objects: ImportObjects
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** How many batches a step puts. */
  readonly stepBatchesMax?: number
}

interface Batch {
  readonly items: readonly FilledItem[]
  readonly errors: readonly ImportError[]
  readonly position: ReadingPosition
  readonly textBytes: number
  readonly isLast: boolean
}

export class ImportJob implements LongJob<ImportDetails> {
  readonly kind = 'import'
  readonly #dependencies: ImportJobDependencies
  readonly #readers = new OpenReaders<PutRecord>()

  constructor(dependencies: ImportJobDependencies) {
    this.#dependencies = dependencies
  }

  async step(
    record: ImportRecord,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<JobStep<ImportDetails>> {
    try {
      if (record.details.position === undefined) {
        return { record: await createImportedTable(this.#dependencies, record, fence) }
      }
      const table = await this.#requireTable(record)
      if (record.details.isRead) return await this.#complete(table, record, fence)
      return { record: await this.#import(table, record, { fence, signal }) }
    } catch (error) {
      throw failureOf(error, this.#dependencies)
    }
  }

  async clean({ table, details }: ImportRecord, fence: Fence): Promise<void> {
    await this.#dependencies.catalog.filled.abandon({ ...table, id: details.tableId }, fence)
  }

  async #requireTable({ table, details }: ImportRecord): Promise<DescribedTable> {
    const { filled } = this.#dependencies.catalog
    const found = await filled.find({ ...table, id: details.tableId })
    if (found === undefined)
      throw new JobFailure('TableNotFound', 'The table does not exist any more')
    return found
  }

  async #import(
    table: DescribedTable,
    given: ImportRecord,
    { fence, signal }: { readonly fence: Fence; readonly signal: AbortSignal },
  ): Promise<ImportRecord> {
    const { stepBatchesMax = importStepBatchesMax } = this.#dependencies
    const reader = await this.#readerOf(given)
    let record = given
    try {
      for (let i = 0; i < stepBatchesMax && !record.details.isRead && !signal.aborted; i++) {
        const batch = await readBatch(reader, table)
        record = await this.#put(table, record, { batch, fence })
      }
    } catch (error) {
      // It may have read more than was stored.
      await reader.close()
      throw error
    }
    if (record.details.isRead || signal.aborted) await reader.close()
    else this.#readers.keep(record.id, reader)
    return record
  }

  async #readerOf({ id, details }: ImportRecord): Promise<PrefixReader<PutRecord>> {
    const kept = await this.#readers.take(id, details.position!)
    if (kept !== undefined) return kept
    const { source, compression } = details
    const format = formatOf(details)
    const createReader = (firstIndex: number) => itemReader(format, firstIndex)
    const { objects } = this.#dependencies
    const { bucket, prefix } = source
    return new PrefixReader(
      { objects, bucket, prefix, compression, createReader },
      details.position!,
    )
  }

  async #put(
    table: DescribedTable,
    before: ImportRecord,
    { batch, fence }: { readonly batch: Batch; readonly fence: Fence },
  ): Promise<ImportRecord> {
    const { counts } = before.details
    if (batch.errors.length > 0) await this.#log(before, batch.errors)
    const after = this.#advanced(before, {
      position: batch.position,
      isRead: batch.isLast,
      counts: {
        imported: counts.imported + batch.items.length,
        errors: counts.errors + batch.errors.length,
        bytes: counts.bytes + batch.textBytes,
      },
    })
    const { items } = batch
    await this.#dependencies.items.fill(table, {
      items,
      mayRepeat: true,
      ...stepTo(before, after, fence),
    })
    return after
  }

  /** Errors that cannot be logged in the bucket are at least counted. */
  async #log(record: ImportRecord, errors: readonly ImportError[]): Promise<void> {
    try {
      await logImportErrors(this.#dependencies.objects, record, errors)
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      const facts = { job: record.id, first: errors[0]?.message, error }
      this.#dependencies.log.warn('the errors of an import cannot be written to a bucket', facts)
    }
  }

  /** Every item is there: waits for the indexes, then puts the table into service. */
  async #complete(
    table: DescribedTable,
    before: ImportRecord,
    fence: Fence,
  ): Promise<JobStep<ImportDetails>> {
    const { filled } = this.#dependencies.catalog
    if (table.building.length > 0) {
      if (table.filling?.itemsComplete) return { record: before, restMs: importIndexesRestMs }
      const record = { ...this.#advanced(before, {}), progress: importItemsShare }
      await filled.completeItems(table, stepTo(before, record, fence))
      return { record, restMs: importIndexesRestMs }
    }
    const record = this.#ended(before)
    await filled.finish(table, stepTo(before, record, fence))
    return { record }
  }

  #ended(before: ImportRecord): ImportRecord {
    const advanced = { ...this.#advanced(before, {}), progress: 1 }
    const endedAtMs = advanced.updatedAtMs
    if (before.details.counts.errors === 0) return { ...advanced, endedAtMs, state: 'done' }
    const reason =
      'Some of the items failed validation checks and were not imported. Please check CloudWatch error logs for more details.'
    return { ...advanced, endedAtMs, state: 'failed', code: 'ItemValidationError', reason }
  }

  #advanced(before: ImportRecord, details: Partial<ImportDetails>): ImportRecord {
    const updatedAtMs = this.#dependencies.clock.now()
    return {
      ...before,
      state: 'running',
      details: { ...before.details, ...details },
      updatedAtMs,
    }
  }
}

function formatOf({ format, csv, draft }: ImportDetails): FileFormat {
  if (format !== 'CSV') return { kind: format }
  const keyTypes = new Map(Object.entries(draft.attributeTypes))
  return { kind: format, options: { ...csv, keyTypes } }
}

/** What a step writes beside its work, if nobody else has carried the job on. */
function stepTo(before: ImportRecord, after: ImportRecord, fence: Fence): FillingStep {
  const guards = [jobGuard(before), ...fence.guards]
  return { fence: { ...fence, guards }, mutations: [putJob(after)] }
}

async function readBatch(reader: PrefixReader<PutRecord>, table: DescribedTable): Promise<Batch> {
  const items: FilledItem[] = []
  const errors: ImportError[] = []
  let [textBytes, itemBytes] = [0, 0]
  let isLast = false
  while (items.length + errors.length < importBatchRecordsMax && itemBytes < importBatchBytesMax) {
    if (turnIsOver()) await nextTurn()
    const page = await reader.next()
    if (page === undefined) {
      isLast = true
      break
    }
    textBytes += page.textBytes
    for (const record of page.records) {
      const read = readItemOf(table, record)
      if (typeof read === 'string')
        errors.push({ key: page.key, index: record.index, message: read })
      else {
        items.push(read)
        itemBytes += read.stored.sizeBytes
      }
    }
  }
  return { items, errors, position: reader.position, textBytes, isLast }
}

/** The item, or why it is refused. */
function readItemOf(table: DescribedTable, record: TextRecord<PutRecord>): FilledItem | string {
  if (record.kind !== 'content') return record.message
  try {
    return newFilledItem(table, record.content)
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}
