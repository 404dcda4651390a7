/** Faults of the file system as faults of a store. */
import { ObjectStoreError, type ObjectStoreErrorCode } from '../object-store.js'

const codes: ReadonlyMap<string, ObjectStoreErrorCode> = new Map([
  ['ENOSPC', 'NoSpace'],
  ['EDQUOT', 'NoSpace'],
  ['EFBIG', 'NoSpace'],
  ['EACCES', 'AccessDenied'],
  ['EPERM', 'AccessDenied'],
  ['EROFS', 'AccessDenied'],
  ['ENAMETOOLONG', 'InvalidKey'],
])

const sentences: Partial<Record<ObjectStoreErrorCode, string>> = {
  NoSpace: 'There is no space left for objects.',
  AccessDenied: 'Access Denied',
  InvalidKey: 'Your key is too long',
}

export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** The folder, or something on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const code = systemCodeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

export function toStoreError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const system = systemCodeOf(error)
  const code = codes.get(system ?? '') ?? 'Unavailable'
  const sentence = sentences[code] ?? 'The folder of the bucket cannot be used'
  return new ObjectStoreError(code, system === undefined ? sentence : `${sentence} (${system})`, {
    cause: error,
  })
}

/** Runs `work`, and turns what the system reports into an `ObjectStoreError`. */
export async function asStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Undefined if what `work` looks for is missing. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
