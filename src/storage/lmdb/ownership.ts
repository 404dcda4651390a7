/**
 * Which server a store belongs to: the record that every commit looks at.
 *
 * The claim to the folder (`folder-claim.ts`) keeps a second server away. It may still judge wrongly
 * that an owner has ended, for example one that was suspended for longer than a claim lasts. Such an
 * owner finds its record replaced at its next commit and writes nothing.
 *
 * A store in an unknown format is refused before it is claimed, so refusing it leaves no trace.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemSpace } from '../engine.js'
import { StorageError, WritesRefused } from '../errors.js'
import { formatRecord, needsFormat } from '../format.js'
import { allSystemRecords, formatKey } from '../keyspace.js'
import { type LmdbDatabase, transactOnce } from './database.js'
import { fileAt, type FolderClaim } from './folder-claim.js'
import { ownIdentity, type ProcessIdentity } from './process-identity.js'
import { hasStored, pageIn, readStored } from './records.js'
import { ownerKey, storedKey } from './stored-keys.js'
import type { TreeCommits } from './tree-commits.js'

interface Owner extends ProcessIdentity {
  /** New for every claim: the same process may open a folder again. */
  readonly instance: string
  /** The file that was claimed. If the record is found in another one, that is a copy. */
  readonly file: string | undefined
}

/** Checks the format of a store and marks an empty one. */
export async function admitStore(database: LmdbDatabase, dataDir: string): Promise<void> {
  await transactOnce(database, () => markFormat(database, mustMark(database, dataDir)))
}

/**
 * The same, and replaces the record of an earlier owner. Flushed, because the next commits rely on the file
 * that was found: the process that wrote it may have ended over a flush that failed.
 */
export async function claimStore(
  commits: TreeCommits,
  dataDir: string,
  folderClaim: FolderClaim,
): Promise<Ownership> {
  const file = fileAt(join(dataDir, 'data.mdb'))
  const owner: Owner = { ...ownIdentity(), instance: randomUUID(), file }
  const record = Buffer.from(JSON.stringify(owner))
  const { database } = commits
  await commits.commit(() => {
    const fresh = mustMark(database, dataDir)
    void database.put(ownerKey(), record)
    markFormat(database, fresh)
  })
  await commits.flush()
  return new Ownership(commits, folderClaim, record)
}

function mustMark(database: LmdbDatabase, dataDir: string): boolean {
  const record = readStored(database, storedKey(systemSpace, formatKey()))
  return needsFormat(record, isEmpty(database), `The data folder ${dataDir}`)
}

function isEmpty(database: LmdbDatabase): boolean {
  const range = { kind: 'range', space: systemSpace, ...allSystemRecords(), entriesMax: 1 } as const
  return pageIn(database, range).entries.length === 0
}

function markFormat(database: LmdbDatabase, fresh: boolean): void {
  if (fresh) void database.put(storedKey(systemSpace, formatKey()), formatRecord())
}

/** Whether the record of an owner, found in this file, was written into another one. */
export function isOfAnotherFile(record: Buffer, path: string): boolean {
  try {
    return (JSON.parse(record.toString()) as Partial<Owner>).file !== fileAt(path)
  } catch (error) {
    throw new StorageError('corruption', 'the record of the owner is unreadable', error)
  }
}

export class Ownership {
  readonly #commits: TreeCommits
  readonly #folderClaim: FolderClaim
  readonly #record: Buffer

  constructor(commits: TreeCommits, folderClaim: FolderClaim, record: Buffer) {
    this.#commits = commits
    this.#folderClaim = folderClaim
    this.#record = record
  }

  /** Must be called within each transaction, before it writes anything. */
  requireHeld(): void {
    if (this.#isHeld()) return
    throw new WritesRefused('another server has taken over the data folder')
  }

  /** Closes the database, and gives up the folder after that: nobody may open it while it is open here. */
  async close(): Promise<void> {
    const { database } = this.#commits
    try {
      await this.#commits.commit(() => {
        if (this.#isHeld()) void database.remove(ownerKey())
      })
      await this.#commits.flush()
    } finally {
      await this.#commits.close()
      await database.close()
      this.#folderClaim.release()
    }
  }

  /** Stops renewing the claim without releasing it. */
  abandon(): void {
    this.#folderClaim.abandon()
    // Nobody waits for a flush that hangs.
    void this.#commits.close().catch(() => {})
  }

  #isHeld(): boolean {
    return hasStored(this.#commits.database, ownerKey(), this.#record)
  }
}
