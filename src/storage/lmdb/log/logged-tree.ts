/**
 * LMDB's tree behind a log: a group of transactions is acknowledged when its record in the log is on
 * disk, and written into the tree a little later, together with others.
 *
 * What is in the log and not in the tree lies on top of it in two layers: `fresh` belongs to the file of
 * the log that takes groups, `settling` to the other one. A change leaves its layer only after the commit
 * of the tree that contains it. The group that is being decided is a third layer, which only its own
 * decisions see: others see it once it is on disk, because nothing may be read that could vanish.
 *
 * Where a log is of no use, groups go into the tree directly: see `LogUse`.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isReadable, type LmdbDatabase } from '../database.js'
import type { Bounds, StoredEntry, Tree } from '../tree.js'
import { CommitLog, type LogOptions } from './commit-log.js'
import { Layer, nameOf } from './layer.js'
import { applyRetryMs } from './limits.js'
import type { LogPosition } from './log-position.js'
import { mergedRange } from './merged-range.js'
import { SystemChanges } from './system-changes.js'
import { Pacing } from './pacing.js'
import { type Applying, applyChanges } from './tree-applier.js'

export interface LogUse extends LogOptions {
  /** Whether the log may take groups now: not while the disk is nearly full or a copy is being made. */
  mayLog(): boolean
  /** Called when LMDB has given up on its file, if no group was there to fail. */
  onLost(): void
  /** Throws if the tree should not be written to now, because the disk is full. */
  requireRoom(): void
}

export class LoggedTree implements Tree {
  readonly #database: LmdbDatabase
  readonly #use: LogUse
  readonly #log: CommitLog
  readonly #applying: Applying
  readonly #systemChanges = new SystemChanges()
  readonly #pacing: Pacing
  /** The group that is being decided. */
  #group: Layer | undefined
  #fresh = new Layer().keepOrder()
  #settling: Layer | undefined
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

  constructor(database: LmdbDatabase, use: LogUse) {
    this.#database = database
    this.#use = use
    this.#log = new CommitLog(database, use)
    this.#pacing = new Pacing(use.limits)
    this.#applying = {
      database,
      size: () => this.#pacing.size,
      requireWritable: () => this.#requireWritable(),
      pause: () => this.#pacing.pause(),
    }
  }

  getBinaryFast(key: Buffer): Buffer | undefined {
    if (this.#isBare) return this.#database.getBinaryFast(key)
    const name = nameOf(key)
    const change = this.#group?.get(name) ?? this.#fresh.get(name) ?? this.#settling?.get(name)
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
    if (this.#group !== undefined) return this.#group.set(nameOf(key), value)
    this.#wrote = true
    void this.#database.put(key, value)
  }

  remove(key: Buffer): void {
    this.#systemChanges.note(key)
    if (this.#group !== undefined) return this.#group.set(nameOf(key), undefined)
    this.#wrote = true
    void this.#database.remove(key)
  }

  transaction(run: () => Error | undefined): Promise<unknown> {
    return this.#inTurn(async () => {
      await nextTurn()
      await this.#prepare()
      // A file that LMDB has given up on cannot be read either: no group can begin. Why is heard of a little later.
      if (!isReadable(this.#database)) {
        await this.#attempt
        const failure = this.#refusal ?? this.#failure
        if (failure !== undefined) throw failure
      }
      try {
        return await (this.#log.isStarted ? this.#commit(run) : this.#database.transaction(run))
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

  get #isBare(): boolean {
    return this.#group === undefined && this.#fresh.size === 0 && this.#settling === undefined
  }

  #layersWithin(bounds: Bounds): readonly Layer[] {
    if (this.#isBare) return []
    const layers = [this.#group, this.#fresh, this.#settling]
    return layers.filter((layer) => layer?.touches(bounds) === true) as Layer[]
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => {})
    return turn
  }

  async #commit(run: () => Error | undefined): Promise<void> {
    const group = this.#decided(run)
    if (group.size === 0) return
    await this.#log.append(group)
    // Whoever takes over the folder says so in the tree before it reads the log.
    this.#database.resetReadTxn()
    this.#use.requireHeld()
    this.#database.resetReadTxn()
    this.#fresh.add(group)
    this.#timer ??= this.#startTimer()
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
      this.#database.resetReadTxn()
      this.#log.noteApplied(position)
      this.#failure = undefined
      this.#settling = undefined
    } catch (error) {
      this.#failure = error as Error
      if (isReadable(this.#database)) void this.#tryAgain(layer, position)
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
