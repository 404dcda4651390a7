/**
 * Whether what most reads check first may have changed: the list of spaces, and guarded keys, which are in
 * the system's space. Every change of a tree with a log is made here, so nobody has to look on the disk.
 */
import { systemSpace } from '../../engine.js'
import { spaceOfStored, spacesStampKey } from '../stored-keys.js'

const stampKey = spacesStampKey()

export class SystemChanges {
  #version = 0
  /** Whether a group that changes something is on its way: readers may see it at any moment. */
  #isChanging = false

  /** As long as it stays the same, so does all of that. Undefined if nobody can tell. */
  get version(): number | undefined {
    return this.#isChanging ? undefined : this.#version
  }

  /** Call for every key that a group writes. */
  note(key: Buffer): void {
    if (spaceOfStored(key) === systemSpace || key.equals(stampKey)) this.#isChanging = true
  }

  /** Call when a group has ended, whatever became of it. */
  settle(): void {
    if (!this.#isChanging) return
    this.#isChanging = false
    this.#version++
  }
}
