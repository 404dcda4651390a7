/**
 * Keeps page faults off the event loop while there are many.
 *
 * LMDB reads through a map of its file, so a page that is not in memory is fetched from the disk by the
 * thread that reads: usually the event loop, and everybody waits for the disk. As long as the process
 * has many such faults, what a call is going to read is touched on another thread first, several at a
 * time, and the event loop then finds it in memory. A store that fits into memory has no faults and
 * pays nothing for this.
 *
 * Only where a read begins is touched. Keys that were touched a moment ago are not touched again, so
 * that those read all the time do not wait for the others.
 */
import type { Get, Range, Read } from '../engine.js'
import { keyBytesMax } from '../keyspace.js'
import type { LmdbDatabase } from './database.js'
import {
  faultsLookMs,
  faultsNoticedFrom,
  faultsQuietLooks,
  touchedKeysMax,
  touchesAtOnceMax,
  touchKeysMax,
} from './limits.js'
import { storedKey } from './stored-keys.js'

interface WaitingTouch {
  readonly key: Buffer
  readonly done: () => void
}

export type CountFaults = () => number

export class PageFaults {
  /** Whether `touch` is to be called before a read. */
  isOn = false
  readonly #database: LmdbDatabase
  readonly #count: CountFaults
  readonly #timer: NodeJS.Timeout
  readonly #waiting: WaitingTouch[] = []
  #underWay = 0
  #onIdle: (() => void) | undefined
  #seen: number
  #quietLooks = 0
  #closed = false
  /** Keys touched since the last look, and between the two looks before. */
  #recent = new Set<string>()
  #earlier = new Set<string>()

  constructor(database: LmdbDatabase, count: CountFaults = majorFaults) {
    this.#database = database
    this.#count = count
    this.#seen = count()
    this.#timer = setInterval(() => this.look(), faultsLookMs).unref()
  }

  /** How many faults there were since the last look decides. */
  look(): void {
    const count = this.#count()
    const isQuiet = count - this.#seen < faultsNoticedFrom
    this.#seen = count
    this.#quietLooks = isQuiet ? this.#quietLooks + 1 : 0
    this.isOn = !this.#closed && (isQuiet ? this.isOn && !this.#isOver() : true)
    this.#forgetEarlier()
  }

  #isOver(): boolean {
    return this.#quietLooks >= faultsQuietLooks
  }

  /** Resolves when the first pages of these reads are in memory. */
  async touch(reads: readonly Read[]): Promise<void> {
    const touches: Promise<void>[] = []
    for (const read of reads) {
      const key = startOf(read)
      if (key !== undefined && this.#isNew(key)) touches.push(this.#touched(key))
    }
    if (touches.length > 0) await Promise.all(touches)
  }

  /** Resolves when LMDB is not used here any more, and never will be. */
  close(): Promise<void> {
    this.#closed = true
    this.isOn = false
    clearInterval(this.#timer)
    for (const { done } of this.#waiting.splice(0)) done()
    if (this.#underWay === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#onIdle = resolve))
  }

  #isNew(key: Buffer): boolean {
    const name = key.toString('latin1')
    if (this.#recent.has(name) || this.#earlier.has(name)) return false
    if (this.#recent.size >= touchedKeysMax) this.#forgetEarlier()
    this.#recent.add(name)
    return true
  }

  #forgetEarlier(): void {
    this.#earlier = this.#recent
    this.#recent = new Set()
  }

  #touched(key: Buffer): Promise<void> {
    if (this.#closed) return Promise.resolve()
    return new Promise((done) => {
      this.#waiting.push({ key, done })
      this.#next()
    })
  }

  /** The other threads that Node has are left to commits and files. */
  #next(): void {
    if (this.#waiting.length === 0 || this.#underWay >= touchesAtOnceMax) return
    const touches = this.#waiting.splice(0, touchKeysMax)
    this.#underWay++
    void this.#database.prefetch(
      touches.map(({ key }) => key),
      () => {
        this.#underWay--
        for (const { done } of touches) done()
        if (this.#underWay === 0) this.#onIdle?.()
        this.#next()
      },
    )
  }
}

function startOf(read: Read): Buffer | undefined {
  if (read.kind !== 'get' && read.kind !== 'range') return undefined
  const key = firstKey(read)
  // The read that follows refuses it.
  return key.length > keyBytesMax ? undefined : storedKey(read.space, key)
}

function firstKey(read: Get | Range): Uint8Array {
  if (read.kind === 'get') return read.key
  return read.reverse === true ? read.to : read.from
}

/** Those of all threads of the process that had to wait for a disk. */
function majorFaults(): number {
  return process.resourceUsage().majorPageFault
}
