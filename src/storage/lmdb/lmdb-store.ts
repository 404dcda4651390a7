/**
 * A data folder that is open for writing: the database, its commit queue, and what goes with them,
 * the list of spaces, running totals, room on the disk, reclaiming, copies on request.
 *
 * There is one for each process that writes. An engine runs its transactions in it
 * (`lmdb-engine.ts`); an owner applies what its workers have decided (`workers/`).
 */
import { assert, unreachable } from '../../stdx/assert.js'
import type { Durability, EngineWatch } from '../driver.js'
import type { Mutation, SpaceId } from '../engine.js'
import { StorageError } from '../errors.js'
import { logEntryKey } from '../keyspace.js'
import { requireMutations } from '../requirements.js'
import { CommitQueue, type Weight, WriteFailure } from './commit-queue.js'
import {
  type LmdbDatabase,
  lmdbError,
  openLmdbDatabase,
  prepareFolder,
  unusable,
} from './database.js'
import { DiskSpace } from './disk-space.js'
import { requireSoundFiles } from './file-check.js'
import { claimFolder, type FolderClaim } from './folder-claim.js'
import { diskOf } from './folder-disk.js'
import { HeldGuards } from './held-guards.js'
import {
  commitGroupBytesMax,
  commitGroupMsMax,
  commitGroupMutationsMax,
  commitStalledAfterMs,
} from './limits.js'
import { admitStore, claimStore, type Ownership } from './ownership.js'
import { type CountFaults, PageFaults } from './page-faults.js'
import { endSnapshot, headOf, headRecord } from './records.js'
import { withReserve } from './reserve-file.js'
import { SnapshotDesk } from './snapshot-desk.js'
import { LmdbSpaceDirectory } from './space-directory.js'
import { SpaceReclaimer } from './space-reclaimer.js'
import { logHeadKey, storedKey } from './stored-keys.js'
import { TallyLedger } from './tally-ledger.js'
import { WriteState } from './write-state.js'

export interface LmdbOptions {
  readonly dataDir: string
  readonly durability: Durability
  /** A commit takes no further transactions beyond this many mutations. */
  readonly groupMutationsMax?: number
  /** How long a commit may take before writes are refused. */
  readonly stalledAfterMs?: number
  /**
   * Opens the folder without claiming it, for processes that know of each other. None of them may
   * write while another one opens the folder: `folder-claim.ts` says why.
   */
  readonly shared?: boolean
  /** Checks every page of the file first. */
  readonly checkWhole?: boolean
  readonly watch?: EngineWatch
  /** How many page faults the process has had so far; by default as the system counts them. */
  readonly countFaults?: CountFaults
}

/** What an owner does in each group beside what the store does. */
export interface StoreHooks {
  /** Runs after the store's own beginning, before the first job. */
  begin(): void
  /** Runs after the last job. */
  end(): void
}

export async function openLmdbStore(options: LmdbOptions, hooks?: StoreHooks): Promise<LmdbStore> {
  const { dataDir, durability } = options
  let claim: FolderClaim | undefined
  let database: LmdbDatabase | undefined
  try {
    prepareFolder(dataDir)
    if (options.shared !== true) claim = await withReserve(dataDir, () => claimFolder(dataDir))
    await requireSoundFiles(dataDir, options.checkWhole === true)
    const opened = (database = openLmdbDatabase(dataDir, durability))
    const owner = claim
    if (owner !== undefined) {
      const claiming = () => claimStore(opened, dataDir, owner)
      return new LmdbStore(opened, options, await withReserve(dataDir, claiming), hooks)
    }
    await admitStore(opened, dataDir)
    return new LmdbStore(opened, options, undefined, hooks)
  } catch (error) {
    await database?.close()
    claim?.release()
    throw unusable(dataDir, error)
  }
}

export class LmdbStore {
  readonly database: LmdbDatabase
  readonly spaces: LmdbSpaceDirectory
  readonly tallies: TallyLedger
  /** The guards that were found to hold in the group under way. */
  readonly held = new HeldGuards()
  readonly queue: CommitQueue
  readonly faults: PageFaults
  readonly #ownership: Ownership | undefined
  readonly #reclaimer: SpaceReclaimer
  /** Only the owner of a folder makes copies of it. */
  readonly #desk: SnapshotDesk | undefined
  readonly #disk: DiskSpace
  readonly #hooks: StoreHooks | undefined
  #closing: Promise<void> | undefined

  constructor(
    database: LmdbDatabase,
    options: LmdbOptions,
    ownership: Ownership | undefined,
    hooks: StoreHooks | undefined,
  ) {
    this.database = database
    this.faults = new PageFaults(database, options.countFaults)
    this.#ownership = ownership
    this.#hooks = hooks
    this.spaces = new LmdbSpaceDirectory(database)
    this.tallies = new TallyLedger(database)
    const state = new WriteState(options.watch)
    this.queue = this.#openQueue(options, state)
    this.#reclaimer = new SpaceReclaimer(database, this.queue, (mutations) =>
      this.#disk.requireRoom(mutations),
    )
    this.#disk = new DiskSpace(diskOf(database, options.dataDir), (refusal) => {
      state.note(refusal)
      this.#reclaimer.wake()
    })
    this.#reclaimer.wake()
    if (ownership !== undefined) this.#desk = new SnapshotDesk(database, options.dataDir)
  }

  get isClosing(): boolean {
    return this.#closing !== undefined
  }

  requireOpen(): void {
    if (this.#closing !== undefined) throw new StorageError('unavailable', 'the engine is closed')
  }

  /** Throws if every write is refused at the moment. */
  requireWritable(): void {
    this.requireOpen()
    const refusal = this.queue.refusal ?? this.#disk.refusal
    if (refusal !== undefined) throw refusal
    try {
      this.#ownership?.requireHeld()
    } catch (error) {
      throw lmdbError(error)
    } finally {
      endSnapshot(this.database)
    }
  }

  /** Only within a job of the queue. Unless all of it can be applied, nothing is. */
  apply(mutations: readonly Mutation[]): Weight {
    requireMutations(this.spaces, mutations)
    this.#disk.requireRoom(mutations)
    return this.#applyAll(mutations)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#disk.close()
    this.#reclaimer.stop()
    this.#desk?.stop()
    const touched = this.faults.close()
    await this.queue.drained()
    // If the writing thread is gone, closing would hang; the operating system frees what it held.
    if (this.queue.refusal !== undefined) return this.#ownership?.abandon()
    await Promise.all([touched, this.#desk?.idle()])
    await (this.#ownership ?? this.database).close()
  }

  #openQueue(options: LmdbOptions, state: WriteState): CommitQueue {
    const hooks = {
      begin: () => this.#beginGroup(),
      end: () => this.#endGroup(),
      failureOf: (error: Error) => this.#disk.failed(error),
      settled: (failure: Error | undefined) => {
        if (failure === undefined) this.#disk.committed()
        state.note(failure ?? this.#disk.refusal)
      },
    }
    return new CommitQueue(this.database, hooks, {
      mutationsMax: options.groupMutationsMax ?? commitGroupMutationsMax,
      bytesMax: commitGroupBytesMax,
      durationMsMax: commitGroupMsMax,
      stalledAfterMs: options.stalledAfterMs ?? commitStalledAfterMs,
    })
  }

  #beginGroup(): void {
    this.#ownership?.requireHeld()
    this.#disk.begin()
    this.spaces.refresh()
    this.tallies.begin()
    this.held.begin()
    this.#hooks?.begin()
  }

  #endGroup(): void {
    this.tallies.write()
    this.#hooks?.end()
  }

  #applyAll(mutations: readonly Mutation[]): Weight {
    let bytes = 0
    try {
      for (const mutation of mutations) bytes += this.#apply(mutation)
    } catch (error) {
      throw new WriteFailure('a mutation was not applied', { cause: error })
    }
    return { mutations: mutations.length, bytes }
  }

  /** Inside a write transaction puts take effect at once, so their promises can be ignored. */
  #apply(mutation: Mutation): number {
    this.held.changed(mutation.space)
    switch (mutation.kind) {
      case 'put':
        void this.database.put(storedKey(mutation.space, mutation.key), bufferOf(mutation.value))
        return mutation.value.length
      case 'delete':
        void this.database.remove(storedKey(mutation.space, mutation.key))
        return 0
      case 'tally':
        this.tallies.add(mutation.space, mutation)
        return 0
      case 'append':
        this.#append(mutation.space, mutation.log, mutation.value)
        return mutation.value.length
      case 'start-log':
        this.#startLog(mutation.space, mutation.log, mutation.number)
        return 0
      case 'create-space':
        this.spaces.create(mutation.space, mutation.label)
        return 0
      case 'drop-space':
        this.spaces.drop(mutation.space)
        this.tallies.forget(mutation.space)
        this.#reclaimer.wake()
        return 0
      default:
        return unreachable(mutation)
    }
  }

  /** Transactions are serial here, so numbers are assigned in commit order. */
  #append(space: SpaceId, log: Uint8Array, value: Uint8Array): void {
    const number = headOf(this.database, space, log) + 1
    void this.database.put(logHeadKey(space, log), headRecord(number))
    void this.database.put(storedKey(space, logEntryKey(log, number)), bufferOf(value))
  }

  #startLog(space: SpaceId, log: Uint8Array, number: number): void {
    assert(headOf(this.database, space, log) === 0, 'a log is started before its first entry')
    void this.database.put(logHeadKey(space, log), headRecord(number))
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  assert(bytes.length < 2 ** 31, 'a value fits', { length: bytes.length })
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
