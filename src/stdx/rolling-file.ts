/**
 * A file of lines that is begun anew when it is long: the full one is named after the time, and of those the oldest
 * are removed. Lines are written in batches, in the order they came.
 *
 * What a disk does not take waits in memory and is tried again. If more is waiting than may, the newest
 * lines are dropped and counted, and the next line that can be written tells how many are missing. Nothing
 * here throws: whoever writes a line goes on.
 */
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Clock } from './clock.js'
import type { Log } from './log.js'

export interface RollingFileOptions {
  readonly path: string
  /** A file is not begun anew before its next line would exceed this. */
  readonly bytesMax: number
  /** How many full files are kept. */
  readonly filesMax: number
  /** How many bytes may wait to be written. */
  readonly waitingBytesMax: number
  /** How long lines are collected, and how long a failed write waits. */
  readonly collectMs: number
  readonly retryMs: number
  readonly clock: Clock
  readonly log: Log
  /** The line that tells how many lines are missing. */
  readonly gapLine: (dropped: number) => string
}

export class RollingFile {
  readonly #options: RollingFileOptions
  #waiting: string[] = []
  #waitingBytes = 0
  #dropped = 0
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #closed = false

  constructor(options: RollingFileOptions) {
    this.#options = options
  }

  /** Rejects if the file cannot be written, so that a server finds out when it starts. */
  async check(): Promise<void> {
    const file = await open(this.#options.path, 'a', 0o600)
    await file.close()
  }

  /** How many lines were dropped since the last that was written. */
  get dropped(): number {
    return this.#dropped
  }

  /** `line` has no line end. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line) + 1
    if (this.#closed || this.#waitingBytes + bytes > this.#options.waitingBytesMax) {
      if (this.#dropped++ === 0) this.#options.log.error('lines are dropped', this.#facts())
      return
    }
    this.#waiting.push(line)
    this.#waitingBytes += bytes
    this.#schedule(this.#options.collectMs)
  }

  /** Writes what is waiting, if the disk takes it. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    // What is being written now may not be all.
    await this.#writing
    await this.#flush()
    const lost = this.#waiting.length + this.#dropped
    if (lost > 0) this.#options.log.error('lines were lost at the end', { ...this.#facts(), lost })
  }

  #schedule(ms: number): void {
    if (this.#timer !== undefined || this.#writing !== undefined || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#flush()
    }, ms).unref()
  }

  /** One at a time. */
  #flush(): Promise<void> {
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined
      if (this.#waiting.length === 0) return
      this.#schedule(this.#failures > 0 ? this.#options.retryMs : this.#options.collectMs)
    })
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.length === 0 && this.#dropped === 0) return
    // A copy, since lines come while these are written.
    const lines = [...this.#waiting]
    const dropped = this.#dropped
    const all = dropped === 0 ? lines : [...lines, this.#options.gapLine(dropped)]
    try {
      await this.#append(Buffer.from(`${all.join('\n')}\n`))
      // Lines that came meanwhile are behind these.
      this.#waiting = this.#waiting.slice(lines.length)
      this.#waitingBytes = this.#waiting.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
      this.#dropped -= dropped
      if (this.#failures > 0) this.#options.log.warn('lines are written again', this.#facts())
      this.#failures = 0
    } catch (error) {
      if (this.#failures++ === 0) {
        this.#options.log.error('lines cannot be written: they wait', { ...this.#facts(), error })
      }
    }
  }

  /** Opened for each batch, so that it does not matter if somebody moves the file. */
  async #append(bytes: Buffer): Promise<void> {
    let file = await open(this.#options.path, 'a', 0o600)
    try {
      let { size } = await file.stat()
      if (size > 0 && size + bytes.length > this.#options.bytesMax) {
        await file.close()
        await this.#roll()
        file = await open(this.#options.path, 'a', 0o600)
        size = 0
      }
      // Half a batch would be written again as a whole.
      await file.appendFile(bytes).catch(async (error: unknown) => {
        await file.truncate(size).catch(() => undefined)
        throw error
      })
    } finally {
      await file.close().catch(() => undefined)
    }
  }

  async #roll(): Promise<void> {
    const { path, clock, filesMax } = this.#options
    await rename(path, rolledName(path, clock.now(), await rolledFiles(path)))
    const full = await rolledFiles(path)
    const old = full.slice(0, Math.max(0, full.length - filesMax))
    await Promise.all(old.map((name) => rm(name, { force: true })))
  }

  #facts() {
    const { path } = this.#options
    return { file: path, waiting: this.#waiting.length, dropped: this.#dropped }
  }
}

/** `audit.jsonl` becomes `audit-20260102T030405678Z.jsonl`; later than all others, also if a clock was set back. */
function rolledName(path: string, nowMs: number, others: readonly string[]): string {
  const end = extname(path)
  const base = path.slice(0, path.length - end.length)
  const last = others.at(-1)
  for (let ms = nowMs; ; ms++) {
    const time = new Date(ms).toISOString().replace(/[-:.]/g, '')
    const name = `${base}-${time}${end}`
    if (last === undefined || name > last) return name
    ms = Math.max(ms, timeOf(last))
  }
}

function timeOf(name: string): number {
  const digits = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name)
  if (digits === null) return 0
  const [, year = 0, month = 1, day, hour, minute, second, ms] = digits.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

/** The full files of a rolling file, oldest first. */
export async function rolledFiles(path: string): Promise<readonly string[]> {
  const end = extname(path)
  const base = basename(path, end)
  const folder = dirname(path)
  const names = await readdir(folder)
  const isRolled = (name: string): boolean =>
    name.startsWith(`${base}-`) &&
    name.endsWith(end) &&
    /^-\d{8}T\d{9}Z$/.test(name.slice(base.length, name.length - end.length))
  return names
    .filter(isRolled)
    .sort()
    .map((name) => join(folder, name))
}
