/** Begins a restore: one transaction stores its job and the table that the job will fill. */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { putJob, ratchetForJob } from '../jobs/job-record.js'
import type { JobDesk } from '../jobs/job-desk.js'
import { limitExceeded, type ServiceError } from '../model/errors.js'
import type { RestoreSource, TableDefinition } from '../model/table.js'
import { getFormat } from '../storage/format.js'
import type { Scope } from '../model/arn.js'
import { transactionPart } from '../storage/transaction-part.js'
import { restoresAtOnceMax } from './limits.js'
import {
  everyRestore,
  restoresUnderWay,
  type RestoreOrigin,
  type RestoreRecord,
} from './restore-record.js'

export interface RestoreParts {
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

export async function startRestore(
  { catalog, jobs }: RestoreParts,
  restore: NewRestore,
): Promise<DescribedTable> {
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

function requireFew(underWay: readonly RestoreRecord[], { account, region }: Scope): void {
  const own = underWay.filter(({ table }) => table.account === account && table.region === region)
  if (own.length < restoresAtOnceMax) return
  throw limitExceeded(
    `Subscriber limit exceeded: Only ${restoresAtOnceMax} restore operations can be done simultaneously`,
  )
}
