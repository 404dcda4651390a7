/**
 * The least that a durable server does: what has arrived while a group was flushed is the next group, and is flushed
 * with one write.
 */
import { constants, openSync, write, writeSync } from 'node:fs'

const fileBytes = 16 * 1024 * 1024
const blockBytes = 4096

interface Waiting {
  readonly body: Buffer
  readonly flushed: () => void
}

export class BareLog {
  readonly #file: number
  #waiting: Waiting[] = []
  #isWriting = false
  #at = 0

  /** Makes the file at once, because a file that grows takes longer to flush. */
  constructor(path: string) {
    const { O_CREAT, O_DSYNC, O_RDWR } = constants
    this.#file = openSync(path, O_CREAT | O_RDWR | O_DSYNC)
    writeSync(this.#file, Buffer.alloc(fileBytes))
  }

  append(body: Buffer): Promise<void> {
    return new Promise((flushed) => {
      this.#waiting.push({ body, flushed })
      setImmediate(() => this.#next())
    })
  }

  #next(): void {
    if (this.#isWriting || this.#waiting.length === 0) return
    this.#isWriting = true
    const group = this.#waiting
    this.#waiting = []
    const bodies = Buffer.concat(group.map(({ body }) => body))
    const record = Buffer.alloc(Math.ceil(bodies.length / blockBytes) * blockBytes)
    bodies.copy(record)
    if (this.#at + record.length > fileBytes) this.#at = 0
    write(this.#file, record, 0, record.length, this.#at, (error) => {
      if (error !== null) throw error
      this.#at += record.length
      this.#isWriting = false
      for (const { flushed } of group) flushed()
      this.#next()
    })
  }
}
