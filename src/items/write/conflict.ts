/**
 * What happens to work that the storage gave up on because other requests used the same items.
 * Engines that run transactions one after another never give up; one that runs them concurrently
 * may.
 */
import type { Table } from '../../catalog/table.js'
import {
  replicatedWriteConflict,
  transactionConflict,
  type ServiceError,
} from '../../model/errors.js'
import { StorageError } from '../../storage/errors.js'

export async function orOnConflict<T>(work: Promise<T>, refusal: () => ServiceError): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isConflict(error) ? refusal() : error
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'conflict'
}

/**
 * The refusal of a write of one item. Where several regions have the same items, the other request may
 * have come from any of them. Members of a batch have no code for that.
 */
export function conflictOn({ replica }: Table): () => ServiceError {
  return replica?.sharedBy === undefined ? transactionConflict : replicatedWriteConflict
}
