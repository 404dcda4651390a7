/**
 * What the last commits of an owner have changed: by which an owner knows whether what a worker read
 * from its snapshot is still so, without reading anything.
 *
 * Commits have numbers. Every commit after `#floor` is known here in full; a snapshot from before
 * that is never valid. Memory is bounded by keeping two generations of writes: when the younger one
 * is full, the older one is forgotten, and the floor rises.
 */
import type { SpaceId } from '../../engine.js'
import { recentWritesMax } from './limits.js'

interface WriteNote {
  readonly key: string
  commit: number
  worker: number
  /** The transaction, counted by worker. */
  sequence: number
}

interface Generation {
  /** Knows every commit after this one. */
  readonly since: number
  readonly byKey: Map<string, WriteNote>
  /** By commit. */
  readonly notes: WriteNote[]
}

const nobody = -1

export class RecentWrites {
  readonly #writesMax: number
  #older: Generation
  #younger: Generation
  /** The commits that last changed the totals and the heads of spaces. */
  readonly #tallies = new Map<SpaceId, number>()
  readonly #heads = new Map<SpaceId, number>()
  /** The last commit that created or dropped a space. */
  #structure: number
  /** The commit under way, or the last one. */
  #commit: number
  #changed = false

  constructor(committed: number, writesMax = recentWritesMax) {
    this.#writesMax = writesMax
    this.#commit = committed
    this.#structure = committed
    this.#older = generationSince(committed)
    this.#younger = generationSince(committed)
  }

  /** The number of the commit under way, if it changes anything. */
  get commit(): number {
    return this.#commit
  }

  get hasChanged(): boolean {
    return this.#changed
  }

  /** `committed` is the last number on disk: unless it is that of the last group, that one failed. */
  begin(committed: number): void {
    if (this.#changed && committed < this.#commit) this.#undo(committed)
    this.#changed = false
    this.#commit = committed + 1
    if (this.#younger.notes.length < this.#writesMax / 2) return
    this.#older = this.#younger
    this.#younger = generationSince(committed)
    for (const changes of [this.#tallies, this.#heads]) this.#forgetOld(changes)
  }

  note(key: string, worker: number, sequence: number): void {
    this.#changed = true
    const noted = this.#younger.byKey.get(key)
    if (noted?.commit === this.#commit) {
      noted.worker = worker
      noted.sequence = sequence
      return
    }
    const note = { key, commit: this.#commit, worker, sequence }
    this.#younger.byKey.set(key, note)
    this.#younger.notes.push(note)
  }

  noteTally(space: SpaceId): void {
    this.#changed = true
    this.#tallies.set(space, this.#commit)
  }

  noteHeads(space: SpaceId): void {
    this.#changed = true
    this.#heads.set(space, this.#commit)
  }

  noteStructure(): void {
    this.#changed = true
    this.#structure = this.#commit
  }

  /** Whether anything can be said about a snapshot. */
  knows(snapshot: number): boolean {
    return snapshot >= this.#older.since && snapshot >= this.#structure
  }

  isUnchanged(key: string, snapshot: number): boolean {
    const note = this.#find(key)
    return note === undefined || note.commit <= snapshot
  }

  /** Whether exactly this transaction was the last to change a key. */
  isLastWriter(key: string, worker: number, sequence: number): boolean {
    const note = this.#find(key)
    return note !== undefined && note.worker === worker && note.sequence === sequence
  }

  isRangeUnchanged(from: string, to: string, snapshot: number): boolean {
    for (const { notes } of [this.#younger, this.#older]) {
      for (let at = notes.length - 1; at >= 0; at--) {
        const { key, commit } = notes[at]!
        if (commit <= snapshot) return true
        if (key >= from && key < to) return false
      }
    }
    return true
  }

  isTallyUnchanged(space: SpaceId, snapshot: number): boolean {
    return (this.#tallies.get(space) ?? 0) <= snapshot
  }

  areHeadsUnchanged(space: SpaceId, snapshot: number): boolean {
    return (this.#heads.get(space) ?? 0) <= snapshot
  }

  #find(key: string): WriteNote | undefined {
    return this.#younger.byKey.get(key) ?? this.#older.byKey.get(key)
  }

  /** What a failed commit changed was last changed by an earlier one: nobody knows by which transaction. */
  #undo(committed: number): void {
    const { notes } = this.#younger
    for (let at = notes.length - 1; at >= 0 && notes[at]!.commit > committed; at--) {
      Object.assign(notes[at]!, { commit: committed, worker: nobody })
    }
    for (const changes of [this.#tallies, this.#heads]) {
      for (const [space, commit] of changes) if (commit > committed) changes.set(space, committed)
    }
    this.#structure = Math.min(this.#structure, committed)
  }

  #forgetOld(changes: Map<SpaceId, number>): void {
    for (const [space, commit] of changes) if (commit <= this.#older.since) changes.delete(space)
  }
}

function generationSince(since: number): Generation {
  return { since, byKey: new Map(), notes: [] }
}
