/**
 * Which server owns a data folder: one server writes to it, and a second one is refused.
 *
 * The claim is a record in the store, made in the same LMDB transaction that looked for another
 * one, so two servers that start together cannot both succeed. A claim ends with its process: the
 * owner's process is looked up if it is visible; if not (another container or machine), it is
 * judged by a heartbeat file that it keeps touching. An owner that was judged wrongly, for example
 * one that was suspended for longer than a heartbeat lasts, finds its claim gone at its next commit
 * and writes nothing.
 *
 * A store in an unknown format is refused before it is claimed, so refusing it leaves no trace.
 */
import { randomUUID } from 'node:crypto'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemSpace } from '../engine.js'
import { StorageError, StoreUnusable } from '../errors.js'
import { formatRecord, needsFormat } from '../format.js'
import { allSystemRecords, formatKey } from '../keyspace.js'
import { type LmdbDatabase, transactOnce } from './database.js'
import { livenessOf, ownIdentity, type ProcessIdentity } from './process-identity.js'
import { hasStored, pageIn, readStored } from './records.js'
import { ownerKey, storedKey } from './stored-keys.js'

const heartbeatIntervalMs = 2000
const heartbeatStaleMs = 10_000
const lookIntervalMs = 250

interface Owner extends ProcessIdentity {
  /** New for every claim: the same process may open a folder again. */
  readonly instance: string
}

/** Checks the format of a store and marks an empty one. */
export async function admitStore(database: LmdbDatabase, dataDir: string): Promise<void> {
  await transactOnce(database, () => markFormat(database, mustMark(database, dataDir)))
}

export async function claimStore(database: LmdbDatabase, dataDir: string): Promise<Ownership> {
  const claim = Buffer.from(JSON.stringify({ ...ownIdentity(), instance: randomUUID() }))
  let firstBeatMs: number | undefined
  for (;;) {
    const holder = await transactOnce(database, () => tryClaim(database, dataDir, claim))
    if (holder === undefined) return new Ownership(database, dataDir, claim)
    // An owner that is not visible and may have died gets time to show a heartbeat.
    const beatMs = heartbeatOf(dataDir)
    firstBeatMs ??= beatMs
    if (livenessOf(holder) === 'running' || beatMs !== firstBeatMs) throw inUse(dataDir, holder)
    await sleep(lookIntervalMs)
  }
}

/**
 * Within a transaction: the owner that prevents the claim, or undefined if the store is now ours.
 */
function tryClaim(database: LmdbDatabase, dataDir: string, claim: Buffer): Owner | undefined {
  const fresh = mustMark(database, dataDir)
  const holder = ownerOf(readStored(database, ownerKey()))
  if (holder !== undefined && !hasEnded(holder, dataDir)) return holder
  writeFileSync(heartbeatPath(dataDir), '')
  void database.put(ownerKey(), claim)
  markFormat(database, fresh)
  return undefined
}

function hasEnded(holder: Owner, dataDir: string): boolean {
  const liveness = livenessOf(holder)
  if (liveness !== 'unseen') return liveness === 'gone'
  return Date.now() - (heartbeatOf(dataDir) ?? 0) > heartbeatStaleMs
}

function mustMark(database: LmdbDatabase, dataDir: string): boolean {
  const record = readStored(database, storedKey(systemSpace, formatKey()))
  return needsFormat(record, isEmpty(database), folder(dataDir))
}

function isEmpty(database: LmdbDatabase): boolean {
  const range = { kind: 'range', space: systemSpace, ...allSystemRecords(), entriesMax: 1 } as const
  return pageIn(database, range).entries.length === 0
}

function markFormat(database: LmdbDatabase, fresh: boolean): void {
  if (fresh) void database.put(storedKey(systemSpace, formatKey()), formatRecord())
}

export class Ownership {
  readonly #database: LmdbDatabase
  readonly #dataDir: string
  readonly #claim: Buffer
  readonly #heartbeat: NodeJS.Timeout

  constructor(database: LmdbDatabase, dataDir: string, claim: Buffer) {
    this.#database = database
    this.#dataDir = dataDir
    this.#claim = claim
    this.#heartbeat = setInterval(() => touch(heartbeatPath(dataDir)), heartbeatIntervalMs)
    this.#heartbeat.unref()
  }

  /** Must be called within each transaction, before it writes anything. */
  requireHeld(): void {
    if (this.#isHeld()) return
    throw new StorageError('unavailable', 'another server has taken over the data folder')
  }

  async release(): Promise<void> {
    this.abandon()
    await transactOnce(this.#database, () => {
      if (!this.#isHeld()) return
      void this.#database.remove(ownerKey())
      rmSync(heartbeatPath(this.#dataDir), { force: true })
    })
  }

  /** Stops the heartbeat without releasing the claim. */
  abandon(): void {
    clearInterval(this.#heartbeat)
  }

  #isHeld(): boolean {
    return hasStored(this.#database, ownerKey(), this.#claim)
  }
}

function ownerOf(record: Buffer | undefined): Owner | undefined {
  if (record === undefined) return undefined
  try {
    return JSON.parse(record.toString()) as Owner
  } catch (error) {
    throw new StorageError('corruption', 'the record of the owner is unreadable', error)
  }
}

function inUse(dataDir: string, { pid, host }: Owner): StoreUnusable {
  return new StoreUnusable(
    `${folder(dataDir)} is in use by another Gramme server (process ${pid} on host ${host}).`,
  )
}

function folder(dataDir: string): string {
  return `The data folder ${dataDir}`
}

function heartbeatPath(dataDir: string): string {
  return join(dataDir, 'heartbeat')
}

function heartbeatOf(dataDir: string): number | undefined {
  return statSync(heartbeatPath(dataDir), { throwIfNoEntry: false })?.mtimeMs
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // A heartbeat that cannot be written counts as missed; the claim in the store decides.
  }
}
