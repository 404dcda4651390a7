/** Makes the table that an import fills, once its bucket was found. */
import type { Catalog } from '../catalog/catalog.js'
import { jobGuard, putJob } from '../jobs/job-record.js'
import { JobFailure } from '../jobs/long-job.js'
import { ServiceError } from '../model/errors.js'
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Get } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { transactionPart, type TransactionPart } from '../storage/transaction-part.js'
import type { ImportRecord } from './import-details.js'
import { ownerFailure } from './transfer-failure.js'

export interface ImportedTableParts {
  readonly catalog: Catalog
  readonly objects: Pick<ObjectStore, 'hasBucket'>
  readonly clock: Clock
  readonly random: Random
}

/** Returns the record, which the same transaction has stored. */
export async function createImportedTable(
  { catalog, objects, clock, random }: ImportedTableParts,
  before: ImportRecord,
  fence: Fence,
): Promise<ImportRecord> {
  const { source, draft, tableId } = before.details
  // Every bucket is the account's own.
  if (source.bucketOwner !== undefined && source.bucketOwner !== before.table.account) {
    throw ownerFailure(random)
  }
  if (!(await objects.hasBucket(source.bucket))) {
    throw new ObjectStoreError('NoSuchBucket', 'The specified bucket does not exist')
  }
  const after: ImportRecord = {
    ...before,
    state: 'running',
    details: { ...before.details, position: {} },
    updatedAtMs: clock.now(),
  }
  const filling = { kind: 'import', jobId: before.id } as const
  const beside = stepBeside(before, after, fence)
  try {
    await catalog.filled.insert({ draft, filling, beside }, tableId)
  } catch (error) {
    throw insertFailure(error, draft.name)
  }
  return after
}

/** Checks what a guard would. */
function stepBeside(before: ImportRecord, after: ImportRecord, fence: Fence): TransactionPart {
  const guards = [jobGuard(before), ...fence.guards]
  const reads = guards.map(({ space, key }): Get => ({ kind: 'get', space, key }))
  return transactionPart(reads, (found) => {
    const holds = guards.every(({ value }, i) => {
      const stored = found[i]
      return value === undefined ? stored === undefined : stored?.equals(value) === true
    })
    if (!holds) throw new GuardBroken()
    return [putJob(after), ...fence.mutations]
  })
}

function insertFailure(error: unknown, tableName: string): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.type === 'ResourceInUseException') {
    return new JobFailure('TableAlreadyExists', `Table already exists: ${tableName}`)
  }
  return new JobFailure(error.type.replace(/Exception$/, ''), error.message)
}
