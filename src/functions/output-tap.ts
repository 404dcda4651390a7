/**
 * Reads a handler's output line by line, limited to a rate and to an amount per call. Faster output
 * waits in the pipe, which slows down only the process that prints it; output beyond the amount is
 * counted and dropped.
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

  /** A call is over: its output is complete, and the next call starts with a full allowance. */
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
