/**
 * Keeps room on the disk for what makes room: deleting items and tables.
 *
 * Even a delete writes pages, and a record with the old item if the table has a stream. So a file of the
 * data folder, the reserve, holds room that nothing else on the disk can take. When the disk is almost
 * full, only transactions that make room are taken, and the reserve shrinks a step at a time for them.
 * Others are taken again once there is room for the whole reserve and a margin.
 *
 * LMDB's file never shrinks: what deletes free is room inside it, which counts like room on the disk.
 *
 * LMDB must not find out by itself that the disk is full: it may crash when a page cannot be written. So
 * before each commit the room on the disk is looked at, and if it is low, each transaction is refused
 * unless it certainly fits.
 */
import { type Mutation, systemSpace } from '../engine.js'
import { WritesRefused } from '../errors.js'
import {
  spaceLookMs,
  spaceLooksUntilTry,
  spaceLowBytes,
  spaceMarginBytes,
  spaceReserveBytes,
  spaceReserveShare,
} from './limits.js'
import { applyRoomBytes, logRoomBytes } from './log/limits.js'
import { isNoRoom } from './reserve-file.js'

/** What is asked of the disk that a data folder is on. */
export interface Disk {
  readonly totalBytes: number
  /** Infinity if it does not answer, as for a folder that was removed: LMDB then says what is wrong. */
  availableBytes(): number
  /** The free pages of LMDB's file. */
  bytesInside(): number
  reserveBytes(): number
  growReserve(missingBytes: number): void
  /** False if nothing is left of it. */
  shrinkReserve(): boolean
}

export class DiskSpace {
  readonly #disk: Disk
  readonly #wantedBytes: number
  readonly #onLook: (refusal: WritesRefused | undefined) => void
  readonly #timer: NodeJS.Timeout
  #refusal: WritesRefused | undefined
  /** What the disk has left for this commit. */
  #available = 0
  /** What the transactions of this commit may need. */
  #spent = 0
  /** The free pages of LMDB's file; only kept up to date while room is low. */
  #inside = 0
  /** How much was free when writes were refused, and how often that was looked at since. */
  #freeAtRefusal = 0
  #looks = 0

  /** `onLook` is called when ordinary writes begin to be refused, and at every look while they are. */
  constructor(disk: Disk, onLook: (refusal: WritesRefused | undefined) => void) {
    this.#disk = disk
    this.#onLook = onLook
    this.#wantedBytes = wantedBytes(disk)
    this.#timer = setInterval(() => this.look(), spaceLookMs).unref()
    this.begin()
    this.committed()
    if (this.#isLow && this.#free < this.#wantedBytes) this.#refuse()
  }

  /** Why ordinary writes are refused. */
  get refusal(): WritesRefused | undefined {
    return this.#refusal
  }

  /** Whether everything that a log may hold would fit, twice over. */
  get hasRoomForLog(): boolean {
    return this.#refusal === undefined && this.#disk.availableBytes() >= logRoomBytes
  }

  /** Throws if there is too little room for a commit that writes what is in the log into the tree. */
  requireRoomToApply(): void {
    const available = this.#disk.availableBytes()
    if (available >= applyRoomBytes) return
    this.#available = available
    throw this.#refusal ?? this.#refuse()
  }

  /** Call before the first transaction of a commit. */
  begin(): void {
    this.#available = this.#disk.availableBytes()
    this.#spent = 0
  }

  /** Throws unless the transaction fits into the room that it may use. */
  requireRoom(mutations: readonly Mutation[]): void {
    if (!this.#isLow) return
    const bytes = bytesNeeded(mutations)
    if (!makesRoom(mutations)) {
      if (this.#refusal === undefined && this.#free < this.#wantedBytes + bytes) this.#refuse()
      if (this.#refusal !== undefined) throw this.#refusal
    }
    while (!this.#fits(bytes)) {
      if (!this.#disk.shrinkReserve()) throw this.#refusal ?? this.#refuse()
      this.#available = this.#disk.availableBytes()
    }
    this.#spent += bytes
  }

  /** Call after each commit. */
  committed(): void {
    if (this.#isLow) this.#inside = this.#disk.bytesInside()
  }

  /** The error to report for a failed commit. LMDB calls half a write an I/O error. */
  failed(error: Error): Error {
    if (!isNoRoom(error) && this.#disk.availableBytes() > spaceMarginBytes) return error
    this.#disk.shrinkReserve()
    // What the reserve gave back must not look like room that came later.
    this.#available = this.#disk.availableBytes()
    return new WritesRefused('the disk is full', this.#refusal ?? this.#refuse(error))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  get #isLow(): boolean {
    return this.#refusal !== undefined || this.#available < spaceLowBytes
  }

  /** In the reserve, inside LMDB's file and on the disk. */
  get #free(): number {
    return this.#disk.reserveBytes() + this.#inside + this.#available - this.#spent
  }

  /** Free pages are not in one piece: a value finds room among them if there are many more than it needs. */
  #fits(bytes: number): boolean {
    const needed = this.#spent + bytes
    return this.#available >= needed || this.#inside >= 8 * needed + spaceMarginBytes
  }

  #refuse(cause?: Error): WritesRefused {
    this.#refusal = new WritesRefused('the disk is full', cause)
    this.#freeAtRefusal = this.#free
    this.#looks = 0
    this.#onLook(this.#refusal)
    return this.#refusal
  }

  /** Fills the reserve if there is room for it, and sees whether writes can be taken again. */
  look(): void {
    const missing = this.#wantedBytes - this.#disk.reserveBytes()
    if (missing > 0) this.#disk.growReserve(missing)
    if (this.#refusal === undefined) return
    this.#available = this.#disk.availableBytes()
    this.committed()
    if (this.#isEnough()) this.#refusal = undefined
    this.#onLook(this.#refusal)
  }

  /** A limit that is not the disk's, such as a quota, shows no lack of room: that is tried out from time to time. */
  #isEnough(): boolean {
    if (this.#free < this.#wantedBytes + spaceMarginBytes) return false
    const isMore = this.#free >= this.#freeAtRefusal + spaceMarginBytes
    return isMore || ++this.#looks >= spaceLooksUntilTry
  }
}

/** System records are small and few. A delete may append a record of what it deletes. */
function makesRoom(mutations: readonly Mutation[]): boolean {
  const deletes = mutations.some(({ kind }) => kind === 'delete' || kind === 'drop-space')
  return mutations.every(({ kind, space }) => {
    if (kind === 'create-space') return false
    if (kind === 'append') return deletes
    return kind !== 'put' || space === systemSpace
  })
}

/** More than LMDB writes: it copies the pages on the way to a changed one, once for a whole commit. */
function bytesNeeded(mutations: readonly Mutation[]): number {
  let bytes = 64 * 1024
  for (const mutation of mutations) {
    bytes += 16 * 1024 + ('value' in mutation ? mutation.value.length : 0)
  }
  return bytes
}

/** A small disk has a small reserve. */
function wantedBytes({ totalBytes }: Disk): number {
  return Math.min(spaceReserveBytes, Math.floor(totalBytes / spaceReserveShare))
}
