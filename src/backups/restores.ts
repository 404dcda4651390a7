/** Where operations begin restores: one transaction stores the job and the table that it will fill. */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { putJob, ratchetForJob } from '../jobs/job-record.js'
import type { JobDesk } from '../jobs/job-desk.js'
import type { Scope } from '../model/arn.js'
import { limitExceeded, type ServiceError } from '../model/errors.js'
import type { RestoreSource, TableDefinition } from '../model/table.js'
import { pastSource } from '../past/items-place.js'
import { readPoint } from '../past/past-point.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { getFormat } from '../storage/format.js'
import { transactionPart } from '../storage/transaction-part.js'
import { restoresAtOnceMax } from './limits.js'
import {
  everyRestore,
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
  /** Throws if another restore under way forbids this one. */
  readonly admit?: (underWay: readonly RestoreRecord[]) => void
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
    const { draft, origin, subject, refusal, admit } = restore
    const { account, region, name } = draft
    const target = { account, region, name, id: catalog.filled.newId() }
    const record: RestoreRecord = jobs.draft({
      kind: 'restore',
      table: { account, region, name },
      subject,
      details: { target, origin, isRead: false, items: 0, bytes: 0 },
    })
    const beside = transactionPart([getFormat(), everyRestore], ([mark, restores]) => {
      const underWay = restoresUnderWay(restores)
      admit?.(underWay)
      requireFew(underWay, target)
      return [putJob(record), ...ratchetForJob(record, mark)]
    })
    const filling = { ...restore.source, kind: 'restore', jobId: record.id } as const
    const table = await catalog.filled.insert({ draft, filling, beside, refusal }, target.id)
    jobs.announce()
    return table
  }
}

function requireFew(underWay: readonly RestoreRecord[], { account, region }: Scope): void {
  const own = underWay.filter(({ table }) => table.account === account && table.region === region)
  if (own.length < restoresAtOnceMax) return
  throw limitExceeded(
    `Subscriber limit exceeded: Only ${restoresAtOnceMax} restore operations can be done simultaneously`,
  )
}
