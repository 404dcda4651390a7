/**
 * The log of one trigger: what its handler prints and what came of its batches, one line each, in a
 * file that is turned over when it is full. The one before is kept, so no more than twice the limit is
 * ever on disk.
 *
 * Lines are gathered for a moment and written together. A log that cannot be written is no reason to
 * stop: what is lost is told with the next line that gets through.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { triggerLogBytesMax } from './limits.js'
import type { Clock } from '../stdx/clock.js'

/** Lines that wait to be written take no more than this. */
const waitingBytesMax = 256 * 1024
const writeIntervalMs = 100

/** Logs are beside the file that the triggers are in. */
export function logFolder(triggersFile: string): string {
  return join(dirname(triggersFile), 'trigger-logs')
}

export function logFileOf(triggersFile: string, name: string): string {
  return join(logFolder(triggersFile), `${name}.log`)
}

export function olderLogFile(file: string): string {
  return `${file}.1`
}

export class TriggerLog {
  readonly #file: string
  readonly #clock: Clock
  #waiting: string[] = []
  #waitingBytes = 0
  #lost = 0
  #size: number | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#clock = clock
  }

  write(source: 'handler' | 'trigger', text: string): void {
    const time = new Date(this.#clock.now()).toISOString()
    const lines = text.replace(/\n$/, '').split('\n')
    const block = lines.map((line) => `${time} ${source} ${line}\n`).join('')
    if (this.#waitingBytes + block.length > waitingBytesMax) {
      this.#lost += lines.length
      return
    }
    this.#waiting.push(block)
    this.#waitingBytes += block.length
    this.#timer ??= setTimeout(() => void this.flush(), writeIntervalMs).unref()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeWaiting()).catch(() => undefined)
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.length === 0) return
    const note = this.#lost > 0 ? `… ${this.#lost} lines were lost\n` : ''
    const text = this.#waiting.join('') + note
    this.#waiting = []
    this.#waitingBytes = this.#lost = 0
    await mkdir(dirname(this.#file), { recursive: true })
    this.#size ??= await sizeOf(this.#file)
    if (this.#size + text.length > triggerLogBytesMax && this.#size > 0) {
      await rename(this.#file, olderLogFile(this.#file))
      this.#size = 0
    }
    await appendFile(this.#file, text)
    this.#size += Buffer.byteLength(text)
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
