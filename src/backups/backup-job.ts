/**
 * Makes a backup, a data file at a time: the table as it was at the moment of the request, whatever has
 * been written since. Then the manifest, then the record says that the backup is available.
 *
 * A step that is interrupted writes the same data file again, from the same page on.
 */
import type { Catalog } from '../catalog/catalog.js'
import { ServiceError } from '../model/errors.js'
import { DamagedItem } from '../items/damaged-item.js'
import { StoredItem } from '../items/stored-item.js'
import { putJob } from '../jobs/job-record.js'
import { JobFailure, saveStep, type JobStep, type LongJob } from '../jobs/long-job.js'
import type { PastTable } from '../past/past-table.js'
import { endPast, type PastPage } from '../past/past-table.js'
import { PastUnavailable } from '../past/past-unavailable.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import type { BackupDetails, BackupJobRecord } from './backup-details.js'
import type { BackupPart } from './backup-manifest.js'
import { backupGuard, deleteBackupRecord, findBackup, putBackup } from './backup-record.js'
import { putRemoval } from './backup-removal.js'
import { partDeletions, partsOf, putPart } from './backup-parts.js'
import { backupFolder, keyIn, type BackupPlace, type OpenBackupPlace } from './backup-place.js'
import { PartWriter, writeManifest } from './backup-writer.js'
import { backupPageBytesMax, backupPageEntriesMax, pagesPerStepMax } from './limits.js'
import { withoutBackup } from './backups-under-way.js'

export interface BackupJobDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly catalog: Catalog
  readonly past: PastTable
  readonly openPlace: OpenBackupPlace
  /** For tests. */
  readonly sizes?: Partial<BackupSizes>
}

interface BackupSizes {
  readonly pageEntriesMax: number
  readonly pagesPerStepMax: number
}

const usualSizes: BackupSizes = { pageEntriesMax: backupPageEntriesMax, pagesPerStepMax }

type Step = JobStep<BackupDetails>

export class BackupJob implements LongJob<BackupDetails> {
  readonly kind = 'backup'
  readonly #own: BackupJobDependencies
  readonly #sizes: BackupSizes

  constructor(dependencies: BackupJobDependencies) {
    this.#own = dependencies
    this.#sizes = { ...usualSizes, ...dependencies.sizes }
  }

  async step(record: BackupJobRecord, fence: Fence, signal: AbortSignal): Promise<Step> {
    try {
      switch (record.details.phase) {
        case 'items':
          return await this.#writeItems(record, fence, signal)
        case 'manifest':
          return await this.#complete(record, fence)
        case 'end':
          return await this.#end(record, fence)
      }
    } catch (error) {
      throw failureOf(error) ?? error
    }
  }

  /** AWS knows no backups that failed: it disappears. */
  async clean(record: BackupJobRecord, fence: Fence): Promise<void> {
    const { engine, clock } = this.#own
    const { backup, past } = record.details
    const found = await findBackup(engine, backup)
    const removal = { backup, folder: backupFolder(backup), dueAtMs: clock.now() }
    await writeFenced(engine, fence, [
      ...(found === undefined ? [] : [deleteBackupRecord(found), putRemoval(removal)]),
      // What was collected goes with the record, so that this happens once.
      ...(found === undefined || past === undefined ? [] : endPast(past)),
    ])
    for (let more = true; more;) {
      const deletions = await partDeletions(engine, backup)
      await writeFenced(engine, fence, deletions.mutations)
      more = deletions.more
    }
    await this.#release(record)
  }

  async #writeItems(record: BackupJobRecord, fence: Fence, signal: AbortSignal): Promise<Step> {
    const { engine, past } = this.#own
    const { details } = record
    if (details.past === undefined) {
      let begun = record
      await past.begin(details.source, details.point, fence, (state) => {
        begun = this.#changed(record, { past: state })
        return [putJob(begun)]
      })
      return { record: begun }
    }
    const written = await this.#writePart(record, fence, signal)
    const after = this.#changed(record, written.details)
    const { backup, parts } = after.details
    const puts = written.part === undefined ? [] : [putPart(backup, parts, written.part)]
    return { record: await saveStep(engine, { before: record, after, mutations: puts }, fence) }
  }

  /** Pages until the file is full or there are no more. Without items there is no file. */
  async #writePart({ details }: BackupJobRecord, fence: Fence, signal: AbortSignal) {
    const { backup, source } = details
    const folder = backupFolder(backup)
    let { past: state, after, items, itemBytes } = details
    const place = await this.#own.openPlace()
    const limits = { entriesMax: this.#sizes.pageEntriesMax, bytesMax: backupPageBytesMax }
    let part: PartWriter | undefined
    let page: PastPage | undefined
    try {
      for (let left = this.#sizes.pagesPerStepMax; left > 0 && !part?.isFull; left--) {
        if (signal.aborted) break
        page = await this.#own.past.page(state!, after, limits, fence)
        for (const { key, record } of page.items) {
          const stored = StoredItem.fromRecord(record, key, source)
          part ??= await PartWriter.begin(place, folder, details.parts + 1)
          await part.add(stored.json)
          items++
          itemBytes += stored.sizeBytes
        }
        state = page.state
        after = page.next
        if (after === undefined) break
      }
      const finished = await part?.finish()
      const phase = after === undefined && page !== undefined ? 'manifest' : 'items'
      const parts = details.parts + (finished === undefined ? 0 : 1)
      const next = { past: state, after, items, itemBytes, parts, phase } as const
      return { part: finished, details: next }
    } catch (error) {
      await part?.abort().catch(() => undefined)
      throw error
    }
  }

  async #complete(record: BackupJobRecord, fence: Fence): Promise<Step> {
    const { engine, openPlace } = this.#own
    const { backup, items: itemCount, itemBytes, past } = record.details
    const found = await findBackup(engine, backup)
    if (found === undefined) throw new JobFailure('BackupNotFound', 'The backup was deleted')
    const place = await openPlace()
    if (!(await this.#hasAllParts(record, place))) return this.#startOver(record, fence)
    const { table, name, createdAtMs } = found
    const head = { backup: { ...backup, name, createdAtMs }, table, itemCount, itemBytes }
    const sha256 = await writeManifest(place, found.folder, head, this.#parts(record))
    const available = { itemCount, itemBytes, state: 'available', manifestSha256: sha256 } as const
    const after = this.#changed(record, { phase: 'end', past: undefined })
    const guards = [backupGuard(found)]
    const mutations = [putBackup({ ...found, ...available }), ...endPast(past!)]
    return { record: await saveStep(engine, { before: record, after, guards, mutations }, fence) }
  }

  async *#parts({ details }: BackupJobRecord): AsyncGenerator<BackupPart> {
    let left = details.parts
    // A backup that was started over may have had more.
    for await (const part of partsOf(this.#own.engine, details.backup)) {
      if (left-- === 0) return
      yield part
    }
  }

  /** They are elsewhere if the job was taken over by a server whose folder is another one. */
  async #hasAllParts(record: BackupJobRecord, place: BackupPlace): Promise<boolean> {
    const folder = backupFolder(record.details.backup)
    for await (const { file, bytes } of this.#parts(record)) {
      const info = await place.store.stat(place.bucket, keyIn(place, folder, file))
      if (info?.bytes !== bytes) return false
    }
    return true
  }

  async #startOver(record: BackupJobRecord, fence: Fence): Promise<Step> {
    const nothing = { phase: 'items', after: undefined, parts: 0, items: 0, itemBytes: 0 } as const
    const after = this.#changed(record, nothing)
    return { record: await saveStep(this.#own.engine, { before: record, after }, fence) }
  }

  async #end(record: BackupJobRecord, fence: Fence): Promise<Step> {
    const { engine, clock } = this.#own
    await this.#release(record)
    const { mutations, more } = await partDeletions(engine, record.details.backup)
    const nowMs = clock.now()
    const done = { state: 'done', progress: 1, endedAtMs: nowMs, updatedAtMs: nowMs } as const
    const after = more ? this.#changed(record, {}) : { ...record, ...done }
    return { record: await saveStep(engine, { before: record, after, mutations }, fence) }
  }

  /** The table need not log its changes for this backup any longer, if it is still there. */
  async #release({ id, details }: BackupJobRecord): Promise<void> {
    const { account, region, name, id: tableId } = details.source
    try {
      await this.#own.catalog.changeSetting({ account, region }, name, (definition) =>
        definition.id === tableId ? withoutBackup(definition, id) : definition,
      )
    } catch (error) {
      // It is being deleted, or gone.
      if (!(error instanceof ServiceError)) throw error
    }
  }

  #changed(record: BackupJobRecord, changes: Partial<BackupDetails>): BackupJobRecord {
    const details = { ...record.details, ...changes }
    const progress = Math.min(0.99, details.items / Math.max(1, details.expectedItems))
    const updatedAtMs = this.#own.clock.now()
    return { ...record, state: 'running', progress, updatedAtMs, details }
  }
}

/** What cannot succeed by trying again. */
function failureOf(error: unknown): JobFailure | undefined {
  if (error instanceof PastUnavailable) return new JobFailure('PastUnavailable', error.message)
  if (error instanceof DamagedItem) return new JobFailure('DamagedItem', error.message)
  return undefined
}
