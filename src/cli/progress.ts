/**
 * Shows how far a long command has come: on a terminal a line that is drawn again and again, with a bar,
 * the throughput and the time left; elsewhere a plain line now and then. On stderr, so that what a
 * command prints stays its result.
 */
import { monotonicClock, type Clock } from '../stdx/clock.js'

export interface ProgressState {
  readonly items: number
  readonly bytes: number
  /** From 0 to 1; undefined if nobody knows. */
  readonly fraction?: number
}

export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** How often the line on a terminal is drawn, and how often a plain line is written. */
const drawIntervalMs = 100
const lineIntervalMs = 10_000
/** Throughput and time left go by what was done in this time. */
const windowMs = 15_000
const barWidth = 24
const usualColumns = 80

interface Sample extends ProgressState {
  readonly atMs: number
}

export class Progress {
  readonly #output: ProgressOutput
  readonly #clock: Clock
  readonly #subject: string
  #samples: readonly Sample[]
  #shownAtMs: number
  #isDrawn = false

  /** `subject` begins each line: `backup of orders`. */
  constructor(
    subject: string,
    output: ProgressOutput = process.stderr,
    clock: Clock = monotonicClock,
  ) {
    this.#subject = subject
    this.#output = output
    this.#clock = clock
    this.#shownAtMs = clock.now()
    this.#samples = [{ items: 0, bytes: 0, fraction: 0, atMs: this.#shownAtMs }]
  }

  /** Cheap enough to be called for every batch. */
  update(state: ProgressState): void {
    const atMs = this.#clock.now()
    const interval = this.#output.isTTY === true ? drawIntervalMs : lineIntervalMs
    if (atMs - this.#shownAtMs < interval) return
    this.#shownAtMs = atMs
    this.#show({ ...state, atMs })
  }

  /** Removes the line from a terminal, so that the result follows. */
  end(): void {
    if (this.#isDrawn) this.#output.write('\r\x1b[K')
    this.#isDrawn = false
  }

  #show(now: Sample): void {
    const kept = this.#samples.filter(({ atMs }) => now.atMs - atMs <= windowMs)
    const recent = kept.length === 0 ? this.#samples.slice(-1) : kept
    this.#samples = [...recent, now]
    const text = progressLine(now, recent[0]!)
    if (this.#output.isTTY !== true) {
      this.#output.write(`${this.#subject}: ${text}\n`)
      return
    }
    const line = `${this.#subject}: ${progressBar(now.fraction)}${text}`
    this.#output.write(`\r${line.slice(0, (this.#output.columns ?? usualColumns) - 1)}\x1b[K`)
    this.#isDrawn = true
  }
}

function progressBar(fraction: number | undefined): string {
  if (fraction === undefined) return ''
  const full = Math.round(Math.min(1, fraction) * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] `
}

function progressLine(now: Sample, before: Sample): string {
  const seconds = Math.max(0.001, (now.atMs - before.atMs) / 1000)
  const rates = [
    `${shownCount((now.items - before.items) / seconds)} items/s`,
    `${((now.bytes - before.bytes) / seconds / 1e6).toFixed(1)} MB/s`,
  ]
  const percent = now.fraction === undefined ? [] : [`${Math.floor(now.fraction * 100)} %`]
  const left = timeLeft(now, before, seconds)
  const parts = [...percent, `${shownCount(now.items)} items`, ...rates]
  return [...parts, ...(left === undefined ? [] : [`${left} left`])].join(', ')
}

function timeLeft(now: Sample, before: Sample, seconds: number): string | undefined {
  const made = (now.fraction ?? 0) - (before.fraction ?? 0)
  if (now.fraction === undefined || made <= 0) return undefined
  return shownDuration(((1 - now.fraction) / made) * seconds)
}

/** With a separator that English readers know: 1,234,567. */
export function shownCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** The two largest units: `1 h 5 min`, `2 min 3 s`, `7 s`. */
export function shownDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
