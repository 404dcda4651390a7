/**
 * The file that holds room on the disk, beside LMDB's. Its bytes are random, because a file system that
 * compresses would hold no room for others.
 */
import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { spaceMarginBytes, spaceStepBytes } from './limits.js'

function reservePath(dataDir: string): string {
  return join(dataDir, 'reserve')
}

export function reserveBytes(dataDir: string): number {
  return statSync(reservePath(dataDir), { throwIfNoEntry: false })?.size ?? 0
}

export function availableBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** Adds a step at most, if there is room for all of it and some more. */
export function growReserve(dataDir: string, bytes: number): void {
  let file: number | undefined
  try {
    if (availableBytes(dataDir) < bytes + spaceMarginBytes) return
    file = openSync(reservePath(dataDir), 'a', 0o600)
    writeSync(file, randomFillSync(Buffer.allocUnsafe(Math.min(bytes, spaceStepBytes))))
  } catch {
    // The disk is full after all, or the folder was removed: the next look tries again.
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Gives a step of it back to the disk; false if nothing is left of it. */
export function shrinkReserve(dataDir: string): boolean {
  const bytes = reserveBytes(dataDir)
  if (bytes === 0) return false
  truncateSync(reservePath(dataDir), Math.max(0, bytes - spaceStepBytes))
  return true
}

/** Tries once more with a step of the reserve if there was no room. */
export async function withReserve<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (reserveBytes(dataDir) === 0 || !isNoRoom(error)) throw error
    shrinkReserve(dataDir)
    return work()
  }
}

const { ENOSPC, EDQUOT, EFBIG } = constants.errno
const noRoomCodes: readonly unknown[] = [ENOSPC, EDQUOT, EFBIG, 'ENOSPC', 'EDQUOT', 'EFBIG']

/** Node names system errors; LMDB gives their numbers. */
export function isNoRoom(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (noRoomCodes.includes((at as { code?: unknown }).code)) return true
  }
  return false
}
