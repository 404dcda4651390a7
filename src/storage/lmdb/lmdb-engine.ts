/**
 * The embedded engine that persists: LMDB in a data folder.
 *
 * Reads take a snapshot, copy what they need and release it before anything else can run, because
 * an open snapshot keeps LMDB from reusing space. Writes go through the commit queue, which is the
 * only writer in the process; LMDB's lock makes the writers of several processes take turns. So
 * every transaction is serial, and nothing decided here depends on memory that another process
 * cannot change: what is cached is checked against the disk in the same snapshot.
 */
import {
  commitGroupBytesMax,
  commitGroupMsMax,
  commitGroupMutationsMax,
  commitStalledAfterMs,
} from './limits.js'
import { assert, unreachable } from '../../stdx/assert.js'
import type {
  Engine,
  Guard,
  LabelledSpace,
  LogHead,
  Mutation,
  RangePage,
  Read,
  Replacement,
  ResultsOf,
  SpaceId,
  Tally,
  Transaction,
} from '../engine.js'
import type { Durability, EngineWatch } from '../driver.js'
import { GuardBroken, StorageError } from '../errors.js'
import { logEntryKey } from '../keyspace.js'
import { replaceByTransaction } from '../replace.js'
import { requireKey, requireMutations, requireRange, requireSpace } from '../requirements.js'
import { CommitQueue, type Weight, WriteFailure } from './commit-queue.js'
import {
  type LmdbDatabase,
  openLmdbDatabase,
  lmdbError,
  prepareFolder,
  unusable,
} from './database.js'
import { requireSoundFiles } from './file-check.js'
import { claimFolder, type FolderClaim } from './folder-claim.js'
import { HeldGuards } from './held-guards.js'
import { admitStore, claimStore, type Ownership } from './ownership.js'
import {
  endSnapshot,
  hasStored,
  headRecord,
  headOf,
  headsIn,
  pageIn,
  readTally,
  readValue,
} from './records.js'
import { PageFaults, type CountFaults } from './page-faults.js'
import { SnapshotDesk } from './snapshot-desk.js'
import { LmdbSpaceDirectory } from './space-directory.js'
import { SpaceReclaimer } from './space-reclaimer.js'
import { TallyLedger } from './tally-ledger.js'
import { DiskSpace } from './disk-space.js'
import { diskOf } from './folder-disk.js'
import { withReserve } from './reserve-file.js'
import { logHeadKey, storedKey } from './stored-keys.js'
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

export async function openLmdbEngine(options: LmdbOptions): Promise<Engine> {
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
      return new LmdbEngine(opened, options, await withReserve(dataDir, claiming))
    }
    await admitStore(opened, dataDir)
    return new LmdbEngine(opened, options)
  } catch (error) {
    await database?.close()
    claim?.release()
    throw unusable(dataDir, error)
  }
}

class LmdbEngine implements Engine {
  readonly name = 'lmdb'
  readonly shared: boolean
  readonly #database: LmdbDatabase
  readonly #ownership: Ownership | undefined
  readonly #spaces: LmdbSpaceDirectory
  readonly #tallies: TallyLedger
  readonly #held = new HeldGuards()
  readonly #queue: CommitQueue
  readonly #reclaimer: SpaceReclaimer
  /** Only the owner of a folder makes copies of it. */
  readonly #desk: SnapshotDesk | undefined
  readonly #disk: DiskSpace
  readonly #faults: PageFaults
  #closing: Promise<void> | undefined

  constructor(database: LmdbDatabase, options: LmdbOptions, ownership?: Ownership) {
    this.#database = database
    this.shared = options.shared === true
    this.#faults = new PageFaults(database, options.countFaults)
    this.#ownership = ownership
    this.#spaces = new LmdbSpaceDirectory(database)
    this.#tallies = new TallyLedger(database)
    const state = new WriteState(options.watch)
    const hooks = {
      begin: () => this.#beginGroup(),
      end: () => this.#tallies.write(),
      failureOf: (error: Error) => this.#disk.failed(error),
      settled: (failure: Error | undefined) => {
        if (failure === undefined) this.#disk.committed()
        state.note(failure ?? this.#disk.refusal)
      },
    }
    this.#queue = new CommitQueue(database, hooks, {
      mutationsMax: options.groupMutationsMax ?? commitGroupMutationsMax,
      bytesMax: commitGroupBytesMax,
      durationMsMax: commitGroupMsMax,
      stalledAfterMs: options.stalledAfterMs ?? commitStalledAfterMs,
    })
    this.#reclaimer = new SpaceReclaimer(database, this.#queue, (mutations) =>
      this.#disk.requireRoom(mutations),
    )
    this.#disk = new DiskSpace(diskOf(database, options.dataDir), (refusal) => {
      state.note(refusal)
      this.#reclaimer.wake()
    })
    this.#reclaimer.wake()
    if (ownership !== undefined) this.#desk = new SnapshotDesk(database, options.dataDir)
  }

  async read<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): Promise<ResultsOf<R>> {
    if (this.#faults.isOn) await this.#faults.touch(reads)
    this.#requireOpen()
    try {
      this.#spaces.refresh()
      this.#requireGuards(guards)
      return this.#readAll(reads, (space) => readTally(this.#database, space))
    } catch (error) {
      throw this.#readFailure(error)
    } finally {
      endSnapshot(this.#database)
    }
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    if (this.#faults.isOn) await this.#faults.touch(transaction.reads)
    this.#requireOpen()
    return this.#queue.submit(() => this.#run(transaction))
  }

  replace(replacement: Replacement): Promise<number | undefined> {
    return replaceByTransaction(this, replacement)
  }

  async spaces(): Promise<readonly LabelledSpace[]> {
    this.#requireOpen()
    try {
      return this.#spaces.labelled()
    } catch (error) {
      throw lmdbError(error)
    } finally {
      endSnapshot(this.#database)
    }
  }

  async ping(): Promise<void> {
    this.#requireOpen()
    const refusal = this.#queue.refusal ?? this.#disk.refusal
    if (refusal !== undefined) throw refusal
    try {
      this.#ownership?.requireHeld()
    } catch (error) {
      throw lmdbError(error)
    } finally {
      endSnapshot(this.#database)
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#disk.close()
    this.#reclaimer.stop()
    this.#desk?.stop()
    const touched = this.#faults.close()
    await this.#queue.drained()
    // If the writing thread is gone, closing would hang; the operating system frees what it held.
    if (this.#queue.refusal !== undefined) return this.#ownership?.abandon()
    await Promise.all([touched, this.#desk?.idle()])
    await (this.#ownership ?? this.#database).close()
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw new StorageError('unavailable', 'the engine is closed')
  }

  /** A file that LMDB has given up on cannot be read either. */
  #readFailure(error: unknown): Error {
    return this.#queue.isBroken ? this.#queue.refusal! : lmdbError(error)
  }

  #beginGroup(): void {
    this.#ownership?.requireHeld()
    this.#disk.begin()
    this.#spaces.refresh()
    this.#tallies.begin()
    this.#held.begin()
  }

  #run<R extends readonly Read[], T>(transaction: Transaction<R, T>) {
    const { mutations, result } = transaction.decide(this.#readForDecision(transaction))
    requireMutations(this.#spaces, mutations)
    this.#disk.requireRoom(mutations)
    return { result, weight: this.#applyAll(mutations) }
  }

  #readForDecision<R extends readonly Read[], T>({ guards, reads }: Transaction<R, T>) {
    try {
      if (guards !== undefined) this.#requireGuardsInGroup(guards)
      return this.#readAll(reads, (space) => this.#tallies.read(space))
    } catch (error) {
      throw lmdbError(error)
    }
  }

  #requireGuards(guards: readonly Guard[]): void {
    for (const guard of guards) this.#requireGuard(guard)
  }

  #requireGuardsInGroup(guards: readonly Guard[]): void {
    for (const guard of guards) {
      if (this.#held.has(guard)) continue
      this.#requireGuard(guard)
      this.#held.add(guard)
    }
  }

  #requireGuard({ space, key, value }: Guard): void {
    requireKey(key)
    requireSpace(this.#spaces, space)
    const holds = hasStored(this.#database, storedKey(space, key), value)
    if (!holds) throw new GuardBroken('a guarded key has changed')
  }

  #readAll<R extends readonly Read[]>(reads: R, tallyOf: (space: SpaceId) => Tally): ResultsOf<R> {
    return reads.map((read) => this.#readOne(read, tallyOf)) as unknown as ResultsOf<R>
  }

  #readOne(
    read: Read,
    tallyOf: (space: SpaceId) => Tally,
  ): Buffer | undefined | RangePage | Tally | readonly LogHead[] {
    requireSpace(this.#spaces, read.space)
    switch (read.kind) {
      case 'get':
        requireKey(read.key)
        return readValue(this.#database, read.space, read.key)
      case 'range':
        requireRange(read)
        return pageIn(this.#database, read)
      case 'tally':
        return tallyOf(read.space)
      case 'heads':
        return headsIn(this.#database, read.space)
      default:
        return unreachable(read)
    }
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
    this.#held.changed(mutation.space)
    switch (mutation.kind) {
      case 'put':
        void this.#database.put(storedKey(mutation.space, mutation.key), bufferOf(mutation.value))
        return mutation.value.length
      case 'delete':
        void this.#database.remove(storedKey(mutation.space, mutation.key))
        return 0
      case 'tally':
        this.#tallies.add(mutation.space, mutation)
        return 0
      case 'append':
        this.#append(mutation.space, mutation.log, mutation.value)
        return mutation.value.length
      case 'start-log':
        this.#startLog(mutation.space, mutation.log, mutation.number)
        return 0
      case 'create-space':
        this.#spaces.create(mutation.space, mutation.label)
        return 0
      case 'drop-space':
        this.#spaces.drop(mutation.space)
        this.#tallies.forget(mutation.space)
        this.#reclaimer.wake()
        return 0
      default:
        return unreachable(mutation)
    }
  }

  /** Transactions are serial here, so numbers are assigned in commit order. */
  #append(space: SpaceId, log: Uint8Array, value: Uint8Array): void {
    const number = headOf(this.#database, space, log) + 1
    void this.#database.put(logHeadKey(space, log), headRecord(number))
    void this.#database.put(storedKey(space, logEntryKey(log, number)), bufferOf(value))
  }

  #startLog(space: SpaceId, log: Uint8Array, number: number): void {
    assert(headOf(this.#database, space, log) === 0, 'a log is started before its first entry')
    void this.#database.put(logHeadKey(space, log), headRecord(number))
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  assert(bytes.length < 2 ** 31, 'a value fits', { length: bytes.length })
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
