/**
 * What happens to work that the storage gave up on because other requests used the same items.
 * Engines that run transactions one after another never give up; one that runs them concurrently
 * may.
 */
import type { ServiceError } from '../../model/errors.js'
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
