/**
 * LMDB's tree behind a log: a group of transactions is acknowledged when its record in the log is on
 * disk, and written into the tree a little later, together with others.
 *
 * What is in the log and not in the tree lies on top of it in two layers: `fresh` belongs to the file of
 * the log that takes groups, `settling` to the other one. A change leaves its layer only when the commit
 * of the tree that contains it was flushed. The group that is being decided is a third layer, which only
 * its own decisions see: others see it once it is on disk, because nothing may be read that could vanish.
 *
 * Where a log is of no use, groups go into the tree directly: see `LogUse`. Until such a commit is flushed,
 * what it has changed lies on top of it as it was before.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { StorageError } from '../../errors.js'
import type { LmdbDatabase } from '../database.js'
import type { Bounds, StoredEntry, Tree } from '../tree.js'
import type { TreeCommits } from '../tree-commits.js'
import { CommitLog, type LogOptions } from './commit-log.js'
import { keyOf, Layer, nameOf } from './layer.js'
import { applyRetryMs } from './limits.js'
import type { LogPosition } from './log-position.js'
import { mergedRange } from './merged-range.js'
import { SystemChanges } from './system-changes.js'
import { PackedValues } from './packed-values.js'
import { Pacing } from './pacing.js'
import { type Applying, applyChanges, writeChange } from './tree-applier.js'

export interface LogUse extends LogOptions {
  /** Whether the log may take groups now: not while the disk is nearly full or a copy is being made. */
  mayLog(): boolean
  /** Called when nothing can be committed any more, if no group was there to fail. */
  onLost(): void
  /** Throws if the tree should not be written to now, because the disk is full. */
  requireRoom(): void
}

export class LoggedTree implements Tree {
  readonly #database: LmdbDatabase
  readonly #commits: TreeCommits
  readonly #use: LogUse
  readonly #log: CommitLog
  readonly #applying: Applying
  readonly #systemChanges = new SystemChanges()
  readonly #pacing: Pacing
  /** The group that is being decided. */
  #group: Layer | undefined
  #fresh = new Layer().keepOrder()
  #settling: Layer | undefined
  readonly #settlingValues = new PackedValues()
  /** What a group that goes into the tree directly changes, as it was before. */
  #hiding: Layer | undefined
  /** Ends with the current attempt to write `settling` into the tree; never rejects. */
  #attempt: Promise<void> = Promise.resolve()
  /** Why the last attempt failed. */
  #failure: Error | undefined
  /** Whether a group wrote into the tree directly. */
  #wrote = false
  /** Ends when the last of those that wait for their turn has had it; never rejects. */
  #lastTurn: Promise<unknown> = Promise.resolve()
  /** Why the group that is being decided cannot be taken. */
  #refusal: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(commits: TreeCommits, use: LogUse) {
    this.#database = commits.database
    this.#commits = commits
    this.#use = use
    this.#log = new CommitLog(commits, use)
    this.#pacing = new Pacing(use.limits)
    this.#applying = {
      commits,
      size: () => this.#pacing.size,
      requireWritable: () => this.#requireWritable(),
      pause: () => this.#pacing.pause(),
    }
  }

  getBinaryFast(key: Buffer): Buffer | undefined {
    if (this.#isBare) return this.#database.getBinaryFast(key)
    const name = nameOf(key)
    const found = this.#group?.get(name) ?? this.#fresh.get(name) ?? this.#settling?.get(name)
    const change = found ?? this.#hiding?.get(name)
    return change === undefined ? this.#database.getBinaryFast(key) : change.value
  }

  isBareWithin(bounds: Bounds): boolean {
    return this.#layersWithin(bounds).length === 0
  }

  getRange(bounds: Bounds): Iterable<StoredEntry> {
    const layers = this.#layersWithin(bounds)
    if (layers.length === 0) return this.#database.getRange(bounds)
    return mergedRange(this.#database, layers, bounds)
  }

  getKeys(bounds: Bounds): Iterable<Buffer> {
    const layers = this.#layersWithin(bounds)
    if (layers.length === 0) return this.#database.getKeys(bounds)
    return Array.from(mergedRange(this.#database, layers, bounds), ({ key }) => key)
  }

  put(key: Buffer, value: Buffer): void {
    this.#systemChanges.note(key)
    this.#group!.set(nameOf(key), value)
  }

  remove(key: Buffer): void {
    this.#systemChanges.note(key)
    this.#group!.set(nameOf(key), undefined)
  }

  transaction(run: () => Error | undefined): Promise<unknown> {
    return this.#inTurn(async () => {
      await nextTurn()
      await this.#prepare()
      if (!this.#commits.isUsable) throw await this.#whyUnusable()
      try {
        const group = this.#decided(run)
        if (group.size > 0) await this.#commit(group)
      } finally {
        this.#database.resetReadTxn()
        this.#systemChanges.settle()
      }
    })
  }

  get systemVersion(): number | undefined {
    return this.#systemChanges.version
  }

  /** Call before the first transaction of a group. */
  requireReady(): void {
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /**
   * Nothing is committed by others, and snapshots from before a commit end with it. So the reads of a turn of
   * the event loop may share one, which the binding's timer ends: each new one needs a timer of its own.
   */
  resetReadTxn(): void {}

  /** Leaves the log as it is. */
  abandon(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Resolves when the log is empty and removed, or cannot be written into the tree. */
  async close(): Promise<void> {
    this.abandon()
    try {
      await this.#inTurn(() => this.#endLog())
    } catch {
      // It is written into the tree when the folder is opened again.
    }
  }

  /** Resolves when the tree has everything, and will get everything directly while `mayLog` says no. */
  settled(): Promise<void> {
    return this.#inTurn(() => this.#endLog())
  }

  /** Throws once a flush has failed: what may not be on disk is not shown. */
  get #isBare(): boolean {
    if (this.#commits.lost !== undefined) throw this.#commits.lost
    const above = this.#group ?? this.#settling ?? this.#hiding
    return above === undefined && this.#fresh.size === 0
  }

  #layersWithin(bounds: Bounds): readonly Layer[] {
    if (this.#isBare) return []
    const layers = [this.#group, this.#fresh, this.#settling, this.#hiding]
    return layers.filter((layer) => layer?.touches(bounds) === true) as Layer[]
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => {})
    return turn
  }

  #commit(group: Layer): Promise<void> {
    return this.#log.isStarted ? this.#commitToLog(group) : this.#commitDirectly(group)
  }

  async #commitToLog(group: Layer): Promise<void> {
    await this.#log.append(group)
    // Whoever takes over the folder says so in the tree before it reads the log.
    this.#database.resetReadTxn()
    this.#use.requireHeld()
    this.#database.resetReadTxn()
    this.#fresh.add(group)
    this.#timer ??= this.#startTimer()
  }

  async #commitDirectly(group: Layer): Promise<void> {
    this.#hiding = this.#before(group)
    try {
      await this.#commits.commit(() => {
        this.#use.requireHeld()
        group.each((name, value) => writeChange(this.#database, name, value))
      })
      this.#wrote = true
      await this.#commits.flush()
    } finally {
      this.#database.resetReadTxn()
      this.#hiding = undefined
    }
  }

  #before(group: Layer): Layer {
    const before = new Layer()
    group.each((name) => before.set(name, this.#database.getBinary(keyOf(name))))
    this.#database.resetReadTxn()
    return before
  }

  /** The attempt that found out may not have ended. */
  async #whyUnusable(): Promise<Error> {
    await this.#attempt
    const failure = this.#refusal ?? this.#failure ?? this.#commits.lost
    return failure ?? new StorageError('unavailable', 'the database file cannot be used')
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => this.#settleLater(), this.#use.limits.applyDelayMs).unref()
  }

  /** If that fails, the group is refused when it begins. */
  async #prepare(): Promise<void> {
    try {
      if (!this.#use.mayLog()) await this.#endLog()
      else if (this.#log.isStarted) await this.#makeRoom()
      // Without its files, groups still go into the tree.
      else if (this.#wrote) await this.#log.start().catch(() => {})
      this.#refusal = undefined
    } catch (error) {
      this.#refusal = error as Error
    }
  }

  async #makeRoom(): Promise<void> {
    if (!this.#log.hasRoom || this.#fresh.size >= this.#use.limits.fileChangesMax)
      await this.#settle()
  }

  #decided(run: () => Error | undefined): Layer {
    const group = (this.#group = new Layer())
    this.#database.resetReadTxn()
    try {
      const failure = run()
      if (failure !== undefined) throw failure
      return group
    } finally {
      this.#group = undefined
      this.#database.resetReadTxn()
    }
  }

  /** Nobody waits for this: if the last layer is still being written, its turn comes later. */
  #settleLater(): void {
    this.#timer = undefined
    if (this.#isClosed) return
    if (this.#settling !== undefined) this.#timer = this.#startTimer()
    else void this.#inTurn(() => this.#settle()).catch(() => {})
  }

  /** Begins to write the fresh layer into the tree, after the one that is being written. */
  async #settle(): Promise<void> {
    await this.#settlingDone()
    if (this.#fresh.size === 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#settlingValues.pack(this.#fresh)
    const position = await this.#log.turn()
    const settling = (this.#settling = this.#fresh)
    this.#fresh = new Layer().keepOrder()
    this.#pacing.begin(settling.size)
    this.#attempt = this.#tryToApply(settling, position)
  }

  async #settlingDone(): Promise<void> {
    while (this.#settling !== undefined) {
      this.#pacing.hurry()
      await this.#attempt
      if (this.#failure !== undefined) throw this.#failure
    }
  }

  async #tryToApply(layer: Layer, position: LogPosition): Promise<void> {
    try {
      await applyChanges(this.#applying, layer.inOrder(), position)
      await this.#commits.flush()
      this.#database.resetReadTxn()
      this.#log.noteApplied(position)
      this.#failure = undefined
      this.#settling = undefined
      this.#settlingValues.free()
    } catch (error) {
      this.#failure = error as Error
      if (this.#commits.isUsable) void this.#tryAgain(layer, position)
      else this.#use.onLost()
    }
  }

  #requireWritable(): void {
    this.#use.requireHeld()
    this.#use.requireRoom()
  }

  async #tryAgain(layer: Layer, position: LogPosition): Promise<void> {
    await sleep(applyRetryMs, undefined, { ref: false })
    if (!this.#isClosed) this.#attempt = this.#tryToApply(layer, position)
  }

  async #endLog(): Promise<void> {
    if (!this.#log.isStarted) return
    await this.#settle()
    await this.#settlingDone()
    await this.#log.end()
  }
}
