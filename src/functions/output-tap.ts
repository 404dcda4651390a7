/**
 * Takes what a handler prints, line by line, no faster than a set rate and no more than a set amount in
 * one call. What comes faster has to wait in the pipe, which slows down whoever prints it and nobody
 * else; what comes on top is counted and left out.
 */
import type { Readable } from 'node:stream'
import { functionOutputBytesMax, functionOutputBytesPerSecondMax } from './limits.js'

const lineBytesMax = 8 * 1024

export class OutputTap {
  readonly #write: (text: string) => void
  #takenThisSecond = 0
  #keptBytes = 0
  #leftOutBytes = 0
  #line = ''

  constructor(streams: readonly (Readable | null)[], write: (text: string) => void) {
    this.#write = write
    for (const stream of streams) stream?.on('data', (chunk: Buffer) => this.#take(stream, chunk))
  }

  /** A call is over: what it printed is complete, and the next one has an allowance of its own. */
  close(): void {
    if (this.#line !== '') this.#write(this.#line)
    if (this.#leftOutBytes > 0) this.#write(`… ${this.#leftOutBytes} bytes were left out`)
    this.#line = ''
    this.#keptBytes = this.#leftOutBytes = 0
  }

  #take(stream: Readable, chunk: Buffer): void {
    this.#slow(stream, chunk.length)
    const room = functionOutputBytesMax - this.#keptBytes
    const kept = chunk.subarray(0, Math.max(room, 0))
    this.#keptBytes += kept.length
    this.#leftOutBytes += chunk.length - kept.length
    if (kept.length > 0) this.#split(kept.toString())
  }

  #split(text: string): void {
    const lines = `${this.#line}${text}`.split('\n')
    this.#line = lines.pop()!
    if (this.#line.length > lineBytesMax) {
      lines.push(this.#line)
      this.#line = ''
    }
    if (lines.length > 0) this.#write(lines.join('\n'))
  }

  #slow(stream: Readable, bytes: number): void {
    this.#takenThisSecond += bytes
    if (this.#takenThisSecond < functionOutputBytesPerSecondMax) return
    stream.pause()
    setTimeout(() => {
      this.#takenThisSecond = 0
      stream.resume()
    }, 1000).unref()
  }
}
