/**
 * What becomes of work that the storage gave up on because others were at the same items. Engines that
 * run transactions one after another never do; one that lets them race may.
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
