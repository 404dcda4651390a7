/**
 * Opens the LMDB file of a data folder, or says in one sentence why it cannot be opened; and
 * translates LMDB's errors into ours. An existing file has been checked before (`file-check.ts`).
 *
 * There is one LMDB database for everything, and a space is a prefix of its keys. Named databases
 * would look natural, but their number is fixed when the file is opened, every transaction copies a
 * record for each of them, and a process does not see those that another one creates.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { open, type RootDatabase } from 'lmdb'
import { AssertionError } from '../../stdx/assert.js'
import type { Durability } from '../driver.js'
import { GuardBroken, StorageError, StoreUnusable } from '../errors.js'
import { mapOptions } from './address-space.js'
import { keyCopies, valueCopies } from './copies.js'
import { readAheadMemoryShare } from './limits.js'
import type { Tree } from './tree.js'

export type LmdbDatabase = RootDatabase<Buffer, Buffer>

/**
 * With `durable`, a commit is on disk when it has ended.
 *
 * With `relaxed`, a commit's data is on disk but its meta page may still be in the system's cache, one
 * flush instead of two. A crash of the machine may undo the last commit; the file stays intact,
 * because a meta page never reaches the disk before the pages it points to. Omitting both flushes
 * would lose that property: pages would reach the disk in any order, and after a power failure the
 * newest meta page could point at pages that were never written.
 *
 * A store with a log opens its file so too, however durable it is: `TreeCommits` flushes the meta page
 * before anything relies on it.
 */
export function openLmdbDatabase(dataDir: string, durability: Durability): LmdbDatabase {
  try {
    prepareFolder(dataDir)
    const isNew = !existsSync(join(dataDir, 'data.mdb'))
    if (isNew) writeFileSync(creationMarker(dataDir), '')
    const noMetaSync = durability === 'relaxed'
    const ofThisFile = { path: dataDir, noMetaSync, noReadAhead: !isNew && exceedsMemory(dataDir) }
    const database = open<Buffer, Buffer>({ ...options, ...mapOptions(), ...ofThisFile })
    if (isNew) flushFolder(dataDir)
    rmSync(creationMarker(dataDir), { force: true })
    return database
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

/**
 * Opens a file that its owner has open, for reading alone. Nobody may commit meanwhile:
 * `folder-claim.ts` says why.
 */
export function openLmdbForReading(dataDir: string): LmdbDatabase {
  try {
    const ofThisFile = { path: dataDir, readOnly: true, noReadAhead: exceedsMemory(dataDir) }
    return open<Buffer, Buffer>({ ...options, ...mapOptions(), ...ofThisFile })
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

const options = {
  // Only the owner may read the files; the binding's types do not list the option.
  permissionsMode: 0o600,
  // Without this a folder with a dot in its name would be treated as a file.
  noSubdir: false,
  // Keys of index entries are longer than 4 KB pages allow.
  pageSize: 8192,
  // Commits become visible only once their pages are on disk, and if `durable`, once nothing can undo them.
  overlappingSync: false,
  // Transactions are grouped in our own queue. Besides, with the binding's own batching a failed
  // commit leaves a rejected promise that cannot be reached, which ends the process.
  eventTurnBatching: false,
  keyEncoder: keyCopies,
  encoder: valueCopies,
} as const

/**
 * Whether the file is too large to be kept in memory. Then the system must not read what is around a
 * page, some hundred times as much, as it does otherwise: it would displace what is used. If it fits,
 * reading ahead fills the memory sooner after a start.
 */
function exceedsMemory(dataDir: string): boolean {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return statSync(join(dataDir, 'data.mdb')).size > memory * readAheadMemoryShare
}

/** Makes the folder, unless it exists. */
export function prepareFolder(dataDir: string): void {
  makeFolder(dataDir)
  requireFolder(dataDir)
}

/** For its owner only; a folder that exists keeps its mode. */
function makeFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  flushFolder(dirname(dataDir))
}

/** A new file is safe from a power failure once the folder that names it is on disk. */
export function flushFolder(path: string): void {
  let folder: number | undefined
  try {
    folder = openSync(path, 'r')
    fsyncSync(folder)
  } catch {
    // Not every system can flush a folder.
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}

function requireFolder(dataDir: string): void {
  if (statSync(dataDir).isDirectory()) return
  throw new StoreUnusable(`The data folder ${dataDir} is not a folder.`)
}

/**
 * A file that is there while LMDB creates the database. If a crash interrupts that, the database is
 * empty; without this file, an empty one has lost its contents.
 */
export function creationMarker(dataDir: string): string {
  return join(dataDir, 'creating')
}

export function unusable(dataDir: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error
  return new StoreUnusable(`The data folder ${dataDir} ${whyUnusable(error)}.`, { cause: error })
}

function whyUnusable(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string }
  // Node names system errors; LMDB gives their numbers.
  if (['EACCES', 'EPERM', 'EROFS', 1, 13, 30].includes(code as string)) return 'is not writable'
  if (['EEXIST', 'ENOTDIR', 17, 20].includes(code as string)) return 'is not a folder'
  return `cannot be opened: ${message.replaceAll('\n', ' ').replace(/\.$/, '')}`
}

const corruptionCodes: readonly unknown[] = [
  -30797, // MDB_PAGE_NOTFOUND
  -30796, // MDB_CORRUPTED
  -30794, // MDB_VERSION_MISMATCH
  -30793, // MDB_INVALID
]

/** Our own errors pass unchanged; anything else came from LMDB or the system. */
export function lmdbError(error: unknown): Error {
  if (error instanceof StorageError || error instanceof GuardBroken) return error
  if (error instanceof AssertionError || !(error instanceof Error)) return error as Error
  const corrupt = corruptionCodes.includes((error as { code?: unknown }).code)
  return corrupt
    ? new StorageError('corruption', 'the database file is damaged', error)
    : new StorageError('unavailable', 'the database file cannot be used', error)
}

/** LMDB gives up on a file whose meta page it failed to write, and then refuses reads as well. */
export function isReadable(tree: Tree): boolean {
  try {
    tree.getBinaryFast(Buffer.of(0))
    return true
  } catch {
    return false
  } finally {
    tree.resetReadTxn()
  }
}

/** Runs one transaction outside the commit queue. If `run` throws, so does this. */
export async function transactOnce<T>(database: LmdbDatabase, run: () => T): Promise<T> {
  try {
    return await database.transaction(run)
  } catch (error) {
    throw isCommitFailure(error) ? await commitError(error) : error
  }
}

/** Why a commit failed. */
export async function commitError(error: unknown): Promise<Error> {
  return isCommitFailure(error) ? error.commitError.catch(lmdbError) : lmdbError(error)
}

/**
 * The binding rejects with a promise of the reason, which ends the process if it is not handled.
 */
function isCommitFailure(error: unknown): error is { commitError: Promise<never> } {
  return error instanceof Error && 'commitError' in error
}
