/**
 * What becomes of deleted tables whose items are kept (`catalog/departed-table.ts`): if point-in-time
 * recovery was on, the deletion causes a system backup; once no job reads the items any longer, they are
 * dropped.
 */
import {
  departedGuard,
  departedTables,
  dropDeparted,
  keepsLastState,
  putDeparted,
  type DepartedTable,
} from '../catalog/departed-table.js'
import type { JobDesk } from '../jobs/job-desk.js'
import { isEnded, putJob, ratchetForJob, type JobRecord } from '../jobs/job-record.js'
import { JobRecords } from '../jobs/job-records.js'
import { systemTicket } from '../jobs/ticket.js'
import { pastSource } from '../past/items-place.js'
import type { TimeSource } from '../stdx/clock.js'
import type { Engine, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { formatSteps, getFormat, joinRaises, ratchet } from '../storage/format.js'
import { newBackupDetails } from './backup-details.js'
import { putBackup } from './backup-record.js'
import { putRemoval } from './backup-removal.js'
import { newBackup } from './backups.js'
import { systemBackupMs } from './limits.js'

export interface DepartedTablesDependencies {
  readonly engine: Engine
  readonly jobs: JobDesk
  /** By which items that could not be backed up are given up. */
  readonly time: TimeSource
  /** Why there can be no backups, if there cannot: the items are kept as long as a backup would be. */
  readonly backupFault?: string
}

export class DepartedTables {
  readonly #own: DepartedTablesDependencies

  constructor(dependencies: DepartedTablesDependencies) {
    this.#own = dependencies
  }

  async step(fence: Fence): Promise<void> {
    const { engine, time, backupFault } = this.#own
    let unfinished: readonly JobRecord[] | undefined
    for await (const departed of departedTables(engine)) {
      const isWanted = wantsBackup(departed, await time.now())
      if (isWanted && backupFault === undefined) await this.#beginBackup(departed, fence)
      if (isWanted) continue
      unfinished ??= await this.#unfinishedJobs()
      if (!unfinished.some((job) => mayRead(job, departed))) await this.#drop(departed, fence)
    }
  }

  async #unfinishedJobs(): Promise<readonly JobRecord[]> {
    const records = await new JobRecords(this.#own.engine).list()
    return records.filter((record) => !isEnded(record))
  }

  /** The backup, its job and the note that it was begun: one transaction, so there is one backup. */
  async #beginBackup(departed: DepartedTable, fence: Fence): Promise<void> {
    const { engine, jobs } = this.#own
    const { definition } = departed
    const { account, region, name, space } = definition
    const createdAtMs = deletedAtMs(departed)
    const backup = { account, region, tableName: name, ticket: systemTicket(createdAtMs) }
    const named = { backup, name: `${name}$DeletedTableBackup`, createdAtMs }
    const table = { account, region, name }
    const draft = jobs.draft({ kind: 'backup', table, subject: named.name, details: undefined })
    await engine.transact({
      guards: [departedGuard(departed), ...fence.guards],
      reads: [getFormat(), { kind: 'tally', space }],
      decide: ([mark, totals]) => {
        const expiresAtMs = createdAtMs + systemBackupMs
        const record = newBackup(named, definition, totals)
        const source = pastSource(definition)
        const details = newBackupDetails({ backup, source, expectedItems: totals.entries })
        const job = { ...draft, details }
        const mutations: Mutation[] = [
          putBackup({ ...record, type: 'system', expiresAtMs }),
          putRemoval({ backup, folder: record.folder, dueAtMs: expiresAtMs }),
          putDeparted({ ...departed, backupTicket: backup.ticket }),
          putJob(job),
          ...ratchetForJob(job, mark),
          ...ratchet(mark, [formatSteps.backups]),
          ...fence.mutations,
        ]
        return { mutations: joinRaises(mutations), result: undefined }
      },
    })
    jobs.announce()
  }

  async #drop(departed: DepartedTable, fence: Fence): Promise<void> {
    await this.#own.engine.transact({
      guards: [departedGuard(departed), ...fence.guards],
      reads: [],
      decide: () => ({
        mutations: [...dropDeparted(departed), ...fence.mutations],
        result: undefined,
      }),
    })
  }
}

function wantsBackup(departed: DepartedTable, nowMs: number): boolean {
  const { definition, backupTicket } = departed
  const isYoung = nowMs < deletedAtMs(departed) + systemBackupMs
  return keepsLastState(definition) && backupTicket === undefined && isYoung
}

/** By the table's name: a later table of that name keeps the items for a little longer. */
function mayRead({ table }: JobRecord, { definition }: DepartedTable): boolean {
  const { account, region, name } = definition
  return table.account === account && table.region === region && table.name === name
}

function deletedAtMs({ definition: { transition, createdAtMs } }: DepartedTable): number {
  return transition?.startedAtMs ?? createdAtMs
}
