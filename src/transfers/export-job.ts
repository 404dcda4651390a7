/**
 * Writes exports to their buckets, one data file a step, then the manifests.
 *
 * A file is in the record once it is complete. Its name and its content follow from the record before
 * it, so a step that was cut off is repeated by whoever comes next and leaves nothing behind.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import { lanesWanted } from '../changes/lanes.js'
import { jobGuard, putJob } from '../jobs/job-record.js'
import { JobFailure, saveStep, type JobStep, type LongJob } from '../jobs/long-job.js'
import { incrementalExportBytesMin } from '../model/limits.js'
import { NetChanges } from '../past/net-changes.js'
import type { PastTable } from '../past/past-table.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { writeDataFile, writeText, type ExportObjects } from './data-file.js'
import type {
  ExportDetails,
  ExportOutcome,
  ExportRecord,
  ExportWork,
  SourceState,
} from './export-details.js'
import { checksumKey, exportLayout } from './export-layout.js'
import { filesManifest, md5Base64, summaryManifest } from './export-manifest.js'
import { fillFile, partitionOf } from './fill-file.js'
import { fullSource } from './full-source.js'
import { incrementalSource } from './incremental-source.js'
import { exportCollectsMax, exportFileBytesMax, exportSettleMs } from './limits.js'
import type { LineSource } from './line-source.js'
import { failureOf, keyFailure, ownerFailure } from './transfer-failure.js'

export interface ExportJobDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
  readonly random: Random
  readonly objects: ExportObjects
  readonly past: PastTable
  /** How long after a write its moment can be restored. Default: at once. */
  readonly recoveryDelayMs?: number
  /** For tests. */
  readonly fileBytesMax?: number
}

export class ExportJob implements LongJob<ExportDetails> {
  readonly kind = 'export'
  readonly #dependencies: ExportJobDependencies
  readonly #netChanges: NetChanges

  constructor(dependencies: ExportJobDependencies) {
    this.#dependencies = dependencies
    this.#netChanges = new NetChanges(dependencies.engine)
  }

  async step(
    record: ExportRecord,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<JobStep<ExportDetails>> {
    const { work } = record.details
    try {
      if (work === undefined) return await this.#begin(record, fence)
      if (!work.isReady) return { record: await this.#collect(record, work, fence) }
      if (work.partition === work.partitions) return { record: await this.#finish(record, fence) }
      return { record: await this.#writeFile(record, fence, signal) }
    } catch (error) {
      throw failureOf(error, this.#dependencies)
    }
  }

  async clean({ details }: ExportRecord, fence: Fence): Promise<void> {
    if (details.work === undefined) return
    const drop = this.#linesOf(details).end(details.work.source)
    await writeFenced(this.#dependencies.engine, fence, drop)
  }

  async #begin(given: ExportRecord, fence: Fence): Promise<JobStep<ExportDetails>> {
    const { catalog, objects } = this.#dependencies
    this.#checkDestination(given)
    const place = { bucket: given.details.destination.bucket, key: exportLayout(given).started }
    await writeText(objects, place, '')
    // Once this is committed, so is what this process has stamped before the export's moment.
    const before = await this.#save(given, {}, fence)
    const restMs = this.#unsettledMs(before)
    if (restMs > 0) return { record: before, restMs }
    const table = await catalog.loadTable(before.table, before.table.name)
    if (table?.id !== before.details.tableId) throw tableIsGone()
    return { record: await this.#beginSource(before, table, fence) }
  }

  #checkDestination({ table, details }: ExportRecord): void {
    const { random } = this.#dependencies
    const { bucketOwner, kmsKeyId } = details.destination
    if (bucketOwner !== undefined && bucketOwner !== table.account) throw ownerFailure(random)
    if (kmsKeyId !== undefined) throw keyFailure(kmsKeyId, random)
  }

  /** How long writes that were stamped before the export's moment may still be under way elsewhere. */
  #unsettledMs({ details: { extent } }: ExportRecord): number {
    const { engine, clock, recoveryDelayMs = 0 } = this.#dependencies
    if (!engine.shared) return 0
    const momentMs = extent.kind === 'full' ? extent.atMs : extent.toMs
    return momentMs + Math.max(exportSettleMs, recoveryDelayMs) - clock.now()
  }

  async #beginSource(
    before: ExportRecord,
    table: DescribedTable,
    fence: Fence,
  ): Promise<ExportRecord> {
    const plan = {
      isReady: false,
      partitions: lanesWanted(table.billing),
      partition: 0,
      files: [],
      billedBytes: await this.#billedBytes(table, before.details),
    }
    const nowMs = this.#dependencies.clock.now()
    const begunBy = (source: SourceState) => advanced(before, { work: { ...plan, source } }, nowMs)
    const guarded = { ...fence, guards: [jobGuard(before), ...fence.guards] }
    const lines = this.#linesOf(before.details)
    return begunBy(await lines.begin(table, guarded, (source) => [putJob(begunBy(source))]))
  }

  /** AWS: a full export is billed for the table and its local indexes. */
  async #billedBytes(table: DescribedTable, { extent }: ExportDetails): Promise<number> {
    if (extent.kind !== 'full') return 0
    const totals = await this.#dependencies.catalog.totals(table)
    const local = table.indexes.filter(({ kind }) => kind === 'local')
    const bytes = local.map(({ name }) => totals.indexes.get(name)?.bytes ?? 0)
    return bytes.reduce((sum, each) => sum + each, totals.table.bytes)
  }

  async #collect(before: ExportRecord, work: ExportWork, fence: Fence): Promise<ExportRecord> {
    const lines = this.#linesOf(before.details)
    let { source, isReady } = work
    for (let i = 0; i < exportCollectsMax && !isReady; i++) {
      ;({ source, isReady } = await lines.collect(source, fence))
    }
    return this.#save(before, { work: { ...work, source, isReady } }, fence)
  }

  async #writeFile(before: ExportRecord, fence: Fence, signal: AbortSignal): Promise<ExportRecord> {
    const { details } = before
    const work = details.work!
    const { objects, fileBytesMax = exportFileBytesMax } = this.#dependencies
    const place = {
      bucket: details.destination.bucket,
      key: exportLayout(before).data(work.files.length),
    }
    const lines = this.#linesOf(details)
    const { part, filled, addedBytes } = await writeDataFile(objects, place, (file) =>
      fillFile(file, { lines, work, fileBytesMax, fence, signal }),
    )
    const file = { itemCount: part.itemCount, md5: part.md5 }
    const billed = details.extent.kind === 'full' ? 0 : addedBytes
    const next = {
      ...work,
      ...filled,
      files: [...work.files, file],
      billedBytes: work.billedBytes + billed,
    }
    return this.#save(before, { work: next }, fence, progressOf(next))
  }

  async #finish(before: ExportRecord, fence: Fence): Promise<ExportRecord> {
    const { clock, engine } = this.#dependencies
    const { work, ...details } = before.details
    const layout = exportLayout(before)
    const endedAtMs = clock.now()
    const outcome = outcomeOf(before.details, layout.summary)
    await this.#writeChecked(before, layout.files, filesManifest(work!.files, layout))
    const summary = summaryManifest(before, layout, { ...outcome, endedAtMs })
    await this.#writeChecked(before, layout.summary, summary)
    const done = { state: 'done', endedAtMs, updatedAtMs: endedAtMs, progress: 1 } as const
    const after = { ...before, ...done, details: { ...details, outcome } }
    const mutations = this.#linesOf(details).end(work!.source)
    return saveStep(engine, { before, after, mutations }, fence)
  }

  /** A manifest, and the file with its checksum. */
  async #writeChecked({ details }: ExportRecord, key: string, text: string): Promise<void> {
    const { objects } = this.#dependencies
    const { bucket } = details.destination
    await writeText(objects, { bucket, key }, text)
    await writeText(objects, { bucket, key: checksumKey(key) }, md5Base64(text))
  }

  #save(
    before: ExportRecord,
    details: Partial<ExportDetails>,
    fence: Fence,
    progress = before.progress,
  ): Promise<ExportRecord> {
    const { engine, clock } = this.#dependencies
    const after = { ...advanced(before, details, clock.now()), progress }
    return saveStep(engine, { before, after }, fence)
  }

  /** The state that a source gets is always one that it made. */
  #linesOf(details: ExportDetails): LineSource<SourceState> {
    const dependencies = { ...this.#dependencies, netChanges: this.#netChanges }
    const lines =
      details.extent.kind === 'full'
        ? fullSource(dependencies, details, details.extent)
        : incrementalSource(dependencies, details, details.extent)
    return lines
  }
}

function advanced(
  before: ExportRecord,
  details: Partial<ExportDetails>,
  nowMs: number,
): ExportRecord {
  const state = 'running'
  return { ...before, state, details: { ...before.details, ...details }, updatedAtMs: nowMs }
}

function outcomeOf({ extent, work }: ExportDetails, manifest: string): ExportOutcome {
  const { files, billedBytes: bytes } = work!
  const itemCount = files.reduce((sum, file) => sum + file.itemCount, 0)
  const isFull = extent.kind === 'full'
  return {
    manifest,
    itemCount,
    billedBytes: isFull ? bytes : Math.max(bytes, incrementalExportBytesMin),
  }
}

/** Items are in the order of their hashes, which are spread evenly. */
function progressOf({ partition, partitions, cursor }: ExportWork): number {
  const reached = cursor === undefined ? 0 : partitionOf(Buffer.from(cursor, 'base64'), 1000) / 1000
  return Math.max(reached, partition / partitions)
}

function tableIsGone(): JobFailure {
  return new JobFailure('TableNotFound', 'The table was deleted before it was exported')
}
