/** Where operations begin restores: one transaction stores the job and the table that it will fill. */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { putJob, ratchetForJob } from '../jobs/job-record.js'
import type { JobDesk } from '../jobs/job-desk.js'
import type { Scope } from '../model/arn.js'
import { backupInUse, backupNotFound } from '../model/recovery-errors.js'
import { limitExceeded, type ServiceError } from '../model/errors.js'
import type { RestoreSource, TableDefinition } from '../model/table.js'
import { pastSource } from '../past/items-place.js'
import { readPoint } from '../past/past-point.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine, Get, Mutation } from '../storage/engine.js'
import { getFormat } from '../storage/format.js'
import { transactionPart } from '../storage/transaction-part.js'
import { decodeBackup, getBackup, putBackup } from './backup-record.js'
import { restoresAtOnceMax } from './limits.js'
import {
  everyRestore,
  isBackupUsed,
  restoresUnderWay,
  type PointOrigin,
  type RestoreOrigin,
  type RestoreRecord,
} from './restore-record.js'

export interface RestoresDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly catalog: Catalog
  readonly jobs: JobDesk
}

export interface NewRestore {
  readonly draft: TableDraft
  /** As it is described. */
  readonly source: Omit<RestoreSource, 'kind'>
  readonly origin: RestoreOrigin
  /** For people: what is restored. */
  readonly subject: string
  /** The refusal if the target exists. */
  readonly refusal: (existing: TableDefinition) => ServiceError
}

export class Restores {
  readonly #dependencies: RestoresDependencies

  constructor(dependencies: RestoresDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * The items that a table had before a moment, or has now. Throws `GuardBroken` if its definition is
   * no longer current.
   */
  async pointOf(table: DescribedTable, beforeMs?: number): Promise<PointOrigin> {
    const { engine, clock } = this.#dependencies
    const { guard, changes } = table
    assert(changes !== undefined, 'the changes of a table with recovery are logged')
    const wish = { nowMs: clock.now(), beforeMs }
    const point = await readPoint(engine, { guard, changes }, wish)
    return { kind: 'point', source: pastSource(table), point }
  }

  async start(restore: NewRestore): Promise<DescribedTable> {
    const { catalog, jobs } = this.#dependencies
    const { draft, origin, source, subject, refusal } = restore
    const { account, region, name } = draft
    const target = { account, region, name, id: catalog.filled.newId() }
    const record: RestoreRecord = jobs.draft({
      kind: 'restore',
      table: { account, region, name },
      subject,
      details: { target, origin, isRead: false, items: 0, bytes: 0 },
    })
    const reads = [getFormat(), everyRestore, ...backupRead(origin)] as const
    const beside = transactionPart(reads, ([mark, restores, backup]) => {
      const underWay = restoresUnderWay(restores)
      const kept = keepBackup(origin, source, backup)
      requireUnused(origin, source, underWay)
      requireFew(underWay, target)
      return [putJob(record), ...kept, ...ratchetForJob(record, mark)]
    })
    const filling = { ...source, kind: 'restore', jobId: record.id } as const
    const table = await catalog.filled.insert({ draft, filling, beside, refusal }, target.id)
    jobs.announce()
    return table
  }
}

/** It must still be there when the restore begins. */
function backupRead(origin: RestoreOrigin): readonly Get[] {
  return origin.kind === 'backup' ? [getBackup(origin.backup)] : []
}

/** Writes it back as it is, so that a deletion that has not seen the restore does not commit. */
function keepBackup(
  origin: RestoreOrigin,
  { sourceBackupArn }: NewRestore['source'],
  found: Buffer | undefined,
): readonly Mutation[] {
  if (origin.kind !== 'backup') return []
  if (found === undefined) throw backupNotFound(sourceBackupArn!)
  return [putBackup(decodeBackup(found))]
}

/** AWS: one restore of a backup at a time. */
function requireUnused(
  origin: RestoreOrigin,
  { sourceBackupArn }: NewRestore['source'],
  underWay: readonly RestoreRecord[],
): void {
  if (origin.kind !== 'backup' || !isBackupUsed(origin.backup, underWay)) return
  throw backupInUse(`Backup is being used to restore another table: ${sourceBackupArn}`)
}

function requireFew(underWay: readonly RestoreRecord[], { account, region }: Scope): void {
  const own = underWay.filter(({ table }) => table.account === account && table.region === region)
  if (own.length < restoresAtOnceMax) return
  throw limitExceeded(
    `Subscriber limit exceeded: Only ${restoresAtOnceMax} restore operations can be done simultaneously`,
  )
}
