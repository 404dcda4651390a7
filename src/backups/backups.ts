/** Where operations ask for backups, look at them and delete them. */
import type { Catalog } from '../catalog/catalog.js'
import { requireBackupable } from '../catalog/rules/backupable-table.js'
import type { FoundChanges } from '../changes/found-changes.js'
import type { JobDesk } from '../jobs/job-desk.js'
import { putJob, ratchetForJob } from '../jobs/job-record.js'
import { ticketOf } from '../jobs/long-job.js'
import type { Scope } from '../model/arn.js'
import { ServiceError, validation } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import { pastSource } from '../past/items-place.js'
import { pointOfLayout } from '../past/past-point.js'
import type { Clock } from '../stdx/clock.js'
import type { BackupId } from '../storage/backup-keys.js'
import type { Engine, Mutation, Tally } from '../storage/engine.js'
import { formatSteps, ratchet } from '../storage/format.js'
import { newBackupDetails, type BackupJobRecord } from './backup-details.js'
import { backupFolder } from './backup-place.js'
import {
  backupsOf,
  decodeBackup,
  deleteBackupRecord,
  findBackup,
  getBackup,
  putBackup,
  type BackupRecord,
} from './backup-record.js'
import { putRemoval } from './backup-removal.js'
import { withBackup } from './backups-under-way.js'
import { everyRestore, isBackupUsed, restoresUnderWay } from './restore-record.js'
import { savedTable } from './saved-table.js'

export interface BackupsDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly catalog: Catalog
  readonly jobs: JobDesk
  /** Why there can be none, if there cannot: they are refused. */
  readonly fault?: string
}

export class Backups {
  readonly #own: BackupsDependencies

  constructor(dependencies: BackupsDependencies) {
    this.#own = dependencies
  }

  /**
   * Begins a backup of the table as it is now. From this transaction on, which no write overlaps, every
   * change of the table is logged with what was before.
   */
  async create({ account, region }: Scope, tableName: string, name: string): Promise<BackupRecord> {
    const { catalog, clock, jobs, fault } = this.#own
    if (fault !== undefined) throw validation(fault)
    const scope = { account, region }
    const table = requireBackupable(
      await catalog.loadTable(scope, tableName),
      tableName,
      clock.now(),
    )
    const { table: totals } = await catalog.totals(table)
    const ref = { ...scope, name: tableName }
    const draft = jobs.draft({ kind: 'backup', table: ref, subject: name, details: undefined })
    const backup = { ...scope, tableName, ticket: ticketOf(draft) }
    const { id, createdAtMs } = draft
    const record = newBackup({ backup, name, createdAtMs }, table, totals)
    await this.#begin(
      ref,
      (definition) => withBackup(definition, id, createdAtMs),
      (after, found) => {
        const point = pointOfLayout(after, found, createdAtMs)
        const expectedItems = totals.entries
        const details = newBackupDetails({
          backup,
          source: pastSource(after),
          point,
          expectedItems,
        })
        return [
          putBackup({ ...record, table: savedTable(after) }),
          ...newJob({ ...draft, details }, found.mark),
          ...ratchet(found.mark, [formatSteps.backups]),
        ]
      },
    )
    jobs.announce()
    return record
  }

  /** The state of the table may have changed since it was looked at. */
  async #begin(
    { name, ...scope }: Scope & { readonly name: string },
    change: (definition: TableDefinition) => TableDefinition,
    beside: (after: TableDefinition, found: FoundChanges) => readonly Mutation[],
  ): Promise<void> {
    const { catalog, clock } = this.#own
    try {
      await catalog.changeSetting(scope, name, change, { beside })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      requireBackupable(await catalog.loadTable(scope, name), name, clock.now())
      throw error
    }
  }

  find(id: BackupId): Promise<BackupRecord | undefined> {
    return findBackup(this.#own.engine, id)
  }

  /** Of one account and region, the oldest first, after a backup or after where it would be. */
  list(scope: Scope, after?: BackupId): AsyncGenerator<BackupRecord> {
    return backupsOf(this.#own.engine, scope, after)
  }

  /**
   * Deletes a backup; its files are removed soon after. `check` throws to keep it. Returns undefined if
   * there is none.
   */
  async remove(
    id: BackupId,
    check: (record: BackupRecord, isUsed: boolean) => void,
  ): Promise<BackupRecord | undefined> {
    const { engine, clock } = this.#own
    const dueAtMs = clock.now()
    return engine.transact({
      reads: [getBackup(id), everyRestore],
      decide: ([found, restores]) => {
        if (found === undefined) return { mutations: [], result: undefined }
        const result = decodeBackup(found)
        check(result, isBackupUsed(id, restoresUnderWay(restores)))
        const removal = { backup: id, folder: result.folder, dueAtMs }
        return { mutations: [deleteBackupRecord(result), putRemoval(removal)], result }
      },
    })
  }
}

export interface NewBackup {
  readonly backup: BackupId
  readonly name: string
  readonly createdAtMs: number
}

export function newBackup(
  { backup, name, createdAtMs }: NewBackup,
  table: TableDefinition,
  totals: Tally,
): BackupRecord {
  const { account, region, tableName, ticket } = backup
  return {
    account,
    region,
    tableName,
    ticket,
    name,
    type: 'user',
    state: 'creating',
    createdAtMs,
    table: savedTable(table),
    itemCount: totals.entries,
    itemBytes: totals.bytes,
    folder: backupFolder(backup),
  }
}

function newJob(job: BackupJobRecord, mark: Buffer | undefined): readonly Mutation[] {
  return [putJob(job), ...ratchetForJob(job, mark)]
}
