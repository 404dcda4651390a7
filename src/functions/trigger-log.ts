/**
 * The log of one trigger: its handler's output and the results of its batches, one line each, in a
 * file that is rotated when it is full. The previous file is kept, so at most twice the limit is
 * ever on disk.
 *
 * Lines are collected for a moment and written together. If the log cannot be written, the trigger
 * continues: the next line that can be written says how many were lost.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { triggerLogBytesMax } from './limits.js'
import type { Clock } from '../stdx/clock.js'

/** The most bytes of lines that wait to be written. */
const waitingBytesMax = 256 * 1024
const writeIntervalMs = 100

/** Logs are in a folder beside the triggers file. */
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
