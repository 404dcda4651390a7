/** The bytes of an open file, in pieces. The file is closed when they are read, or when nobody wants them. */
import type { FileHandle } from 'node:fs/promises'
import type { ActualRange } from '../byte-range.js'
import { objectChunkBytes } from '../limits.js'
import { ObjectStoreError } from '../object-store.js'
import { toStoreError } from './file-faults.js'

export class FileBody implements AsyncIterable<Uint8Array> {
  readonly #file: FileHandle
  readonly #range: ActualRange
  #isOpen = true

  constructor(file: FileHandle, range: ActualRange) {
    this.#file = file
    this.#range = range
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (let at = this.#range.start; at < this.#range.end;) {
        const chunk = await this.#read(at)
        at += chunk.length
        yield chunk
      }
    } finally {
      await this.close()
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#file.close()
  }

  async #read(at: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(Math.min(objectChunkBytes, this.#range.end - at))
    try {
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at)
      if (bytesRead > 0) return buffer.subarray(0, bytesRead)
    } catch (error) {
      throw toStoreError(error)
    }
    // Only somebody who writes to the file by hand makes it shorter.
    throw new ObjectStoreError('Unavailable', 'The object has become shorter while it was read.')
  }
}
