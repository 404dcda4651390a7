/**
 * A data folder that is open for writing: the database, its commit queue, and what goes with them,
 * the list of spaces, running totals, room on the disk, reclaiming, copies on request.
 *
 * There is one for each process that writes. An engine runs its transactions in it
 * (`lmdb-engine.ts`); an owner applies what its workers have decided (`workers/`).
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, unreachable } from '../../stdx/assert.js'
import type { Durability, EngineWatch } from '../driver.js'
import type { Mutation, SpaceId } from '../engine.js'
import { EngineClosed } from '../errors.js'
import { logEntryKey } from '../keyspace.js'
import { requireMutations } from '../requirements.js'
import { CommitQueue, type Weight, WriteFailure } from './commit-queue.js'
import {
  isReadable,
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
import { type LogLimits, usualLogLimits } from './log/limits.js'
import { LoggedTree } from './log/logged-tree.js'
import { replayLog, requireNoLog } from './log/replay.js'
import { LmdbSpaceDirectory } from './space-directory.js'
import { SpaceReclaimer } from './space-reclaimer.js'
import { logHeadKey, storedKey } from './stored-keys.js'
import { TallyLedger } from './tally-ledger.js'
import type { Tree } from './tree.js'
import { TreeCommits, type TreeFile } from './tree-commits.js'
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
  readonly logLimits?: LogLimits
  /** Commits into LMDB's file without a log, as always where other processes read the file. */
  readonly straight?: boolean
  /** How LMDB's file is opened to flush it behind a log. */
  readonly openTreeFile?: (path: string) => Promise<TreeFile>
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
  const { dataDir } = options
  let claim: FolderClaim | undefined
  let database: LmdbDatabase | undefined
  let commits: TreeCommits | undefined
  try {
    prepareFolder(dataDir)
    if (options.shared !== true) claim = await withReserve(dataDir, () => claimFolder(dataDir))
    await requireSoundFiles(dataDir, options.checkWhole === true)
    const opened = (database = openLmdbDatabase(dataDir, treeDurability(options, hooks)))
    const owner = claim
    if (owner !== undefined) {
      const owned = (commits = new TreeCommits(opened, await openTreeFile(options, hooks)))
      const claiming = () => claimStore(owned, dataDir, owner)
      const ownership = await withReserve(dataDir, claiming)
      const replaying = () => replayLog(owned, dataDir, () => ownership.requireHeld())
      await withReserve(dataDir, replaying)
      return new LmdbStore(opened, options, { commits, ownership }, hooks)
    }
    await admitStore(opened, dataDir)
    requireNoLog(opened, dataDir)
    return new LmdbStore(opened, options, undefined, hooks)
  } catch (error) {
    await commits?.close()
    await database?.close()
    claim?.release()
    throw unusable(dataDir, error)
  }
}

/** Behind a log only the last of several commits has to be safe: see `TreeCommits`. */
function treeDurability(options: LmdbOptions, hooks: StoreHooks | undefined): Durability {
  return usesLog(options, hooks) ? 'relaxed' : options.durability
}

/** With `relaxed` too: what is in the tree leaves the log, so it must not be undone. */
async function openTreeFile(
  options: LmdbOptions,
  hooks: StoreHooks | undefined,
): Promise<TreeFile | undefined> {
  if (!usesLog(options, hooks)) return undefined
  // Not every system flushes a file that is open for reading alone.
  const { dataDir, openTreeFile: openFile = (path) => open(path, 'r+') } = options
  return openFile(join(dataDir, 'data.mdb'))
}

/** Workers and other processes that share the folder read LMDB's file themselves. */
function usesLog({ shared, straight }: LmdbOptions, hooks: StoreHooks | undefined): boolean {
  return shared !== true && straight !== true && hooks === undefined
}

/** What only the owner of a folder has. */
interface Owned {
  readonly commits: TreeCommits
  readonly ownership: Ownership
}

export class LmdbStore {
  /** What reads and transactions use. */
  readonly tree: Tree
  readonly spaces: LmdbSpaceDirectory
  readonly tallies: TallyLedger
  /** The guards that were found to hold in the group under way. */
  readonly held = new HeldGuards()
  readonly queue: CommitQueue
  readonly faults: PageFaults
  readonly database: LmdbDatabase
  /** Undefined if other processes read the file, which know nothing of a log. */
  readonly #log: LoggedTree | undefined
  readonly #ownership: Ownership | undefined
  readonly #reclaimer: SpaceReclaimer
  /** Only the owner of a folder makes copies of it. */
  readonly #desk: SnapshotDesk | undefined
  readonly #disk: DiskSpace
  readonly #hooks: StoreHooks | undefined
  #closing: Promise<void> | undefined
  /** Copies of the file that are being made. */
  #copies = 0

  constructor(
    database: LmdbDatabase,
    options: LmdbOptions,
    owned: Owned | undefined,
    hooks: StoreHooks | undefined,
  ) {
    this.database = database
    this.#ownership = owned?.ownership
    this.#hooks = hooks
    if (owned !== undefined && usesLog(options, hooks)) this.#log = this.#openLog(options, owned)
    this.tree = this.#log ?? database
    this.faults = new PageFaults(database, options.countFaults)
    this.spaces = new LmdbSpaceDirectory(this.tree)
    this.tallies = new TallyLedger(this.tree)
    const state = new WriteState(options.watch)
    this.queue = this.#openQueue(options, state)
    this.#reclaimer = new SpaceReclaimer(this.tree, this.queue, (mutations) =>
      this.#disk.requireRoom(mutations),
    )
    this.#disk = new DiskSpace(diskOf(database, options.dataDir), (refusal) => {
      state.note(refusal)
      this.#reclaimer.wake()
    })
    this.#reclaimer.wake()
    if (owned !== undefined)
      this.#desk = new SnapshotDesk(database, options.dataDir, (work) => this.#withoutLog(work))
  }

  get isClosing(): boolean {
    return this.#closing !== undefined
  }

  requireOpen(): void {
    if (this.#closing !== undefined) throw new EngineClosed()
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
      endSnapshot(this.tree)
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
    if (this.queue.refusal !== undefined) return this.#abandon()
    await Promise.all([touched, this.#desk?.idle()])
    await this.#log?.close()
    if (!isReadable(this.tree)) return this.#abandon()
    await (this.#ownership ?? this.database).close()
  }

  /** The queue finds out with its next job that nothing can be written any more. */
  #notice(): void {
    const nothing = { result: undefined, weight: { mutations: 0, bytes: 0 } }
    this.queue.submit(() => nothing).catch(() => undefined)
  }

  #abandon(): void {
    this.#log?.abandon()
    this.#ownership?.abandon()
  }

  #openLog(options: LmdbOptions, { commits, ownership }: Owned): LoggedTree {
    return new LoggedTree(commits, {
      dataDir: options.dataDir,
      isFlushed: options.durability === 'durable',
      limits: options.logLimits ?? usualLogLimits,
      requireHeld: () => ownership.requireHeld(),
      onLost: () => this.#notice(),
      mayLog: () => this.#copies === 0 && this.#disk.hasRoomForLog,
      requireRoom: () => this.#disk.requireRoomToApply(),
    })
  }

  async #withoutLog(work: () => Promise<void>): Promise<void> {
    this.#copies++
    try {
      await this.#log?.settled()
      await work()
    } finally {
      this.#copies--
    }
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
    return new CommitQueue(this.tree, hooks, {
      mutationsMax: options.groupMutationsMax ?? commitGroupMutationsMax,
      bytesMax: commitGroupBytesMax,
      durationMsMax: commitGroupMsMax,
      stalledAfterMs: options.stalledAfterMs ?? commitStalledAfterMs,
    })
  }

  #beginGroup(): void {
    this.#log?.requireReady()
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
        void this.tree.put(storedKey(mutation.space, mutation.key), bufferOf(mutation.value))
        return mutation.value.length
      case 'delete':
        void this.tree.remove(storedKey(mutation.space, mutation.key))
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
    const number = headOf(this.tree, space, log) + 1
    void this.tree.put(logHeadKey(space, log), headRecord(number))
    void this.tree.put(storedKey(space, logEntryKey(log, number)), bufferOf(value))
  }

  #startLog(space: SpaceId, log: Uint8Array, number: number): void {
    assert(headOf(this.tree, space, log) === 0, 'a log is started before its first entry')
    void this.tree.put(logHeadKey(space, log), headRecord(number))
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  assert(bytes.length < 2 ** 31, 'a value fits', { length: bytes.length })
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
