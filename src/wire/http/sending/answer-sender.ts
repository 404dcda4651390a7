/**
 * Sends answers from a thread of its own while the server is busy.
 *
 * For a small answer, the system's part of sending it costs more than any single thing that the server does, and a server
 * whose JavaScript has one core often has another one idle. So answers that are completed together are handed to a
 * thread, as long as it keeps up; all others are sent in place. A server that is not busy has no such thread.
 */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../../stdx/log.js'
import {
  behindThreadMax,
  busyAnswersUntilThread,
  gatheredAnswersMax,
  gatheredForThreadMax,
  sentApartBytesMax,
  sentApartLookMs,
  sentApartMax,
  sentInPlaceMax,
} from '../../limits.js'
import { numberAfter, SendingRing, slotOf, stepsBetween } from './sending-ring.js'
import type { SendingSocket } from './sending-socket.js'

/** Beside this file, in the build as in the bundle, where all is CommonJS. */
const ending = import.meta.url.endsWith('.cjs') ? 'cjs' : 'js'
const program = fileURLToPath(new URL(`./sending-thread.${ending}`, import.meta.url))

/** Told what the system did not accept of an answer; undefined if it has all. */
export type Sent = (rest: Buffer | undefined) => void

interface UnderWay {
  readonly to: SendingSocket
  readonly sent: Sent
}

export class AnswerSender {
  readonly #log: Log
  readonly #busyAnswersMin: number
  readonly #ring = new SendingRing()
  readonly #underWay = new Array<UnderWay | undefined>(sentApartMax).fill(undefined)
  /** The next number to be handed over, and the next whose end is not known. */
  #next = 0
  #unknown = 0
  #busyAnswers = 0
  #thread: Worker | undefined
  #isReady = false
  #timer: NodeJS.Timeout | undefined

  constructor(log: Log, busyAnswersMin = busyAnswersUntilThread) {
    this.#log = log
    this.#busyAnswersMin = busyAnswersMin
  }

  /** How many answers should wait at most until they are sent together. */
  get gatheredMax(): number {
    return this.#isReady ? gatheredForThreadMax : gatheredAnswersMax
  }

  /** Whether to offer an answer that is sent together with others, so many in all. */
  wants(together: number): boolean {
    if (together <= sentInPlaceMax) return false
    if (this.#isReady) return stepsBetween(this.#ring.sent, this.#next) < behindThreadMax
    if (this.#thread === undefined) this.#considerStart(together)
    return false
  }

  /** Whether the answer is taken. If so `sent` is called, at once or later. */
  take(to: SendingSocket, bytes: Buffer, sent: Sent): boolean {
    if (bytes.length > sentApartBytesMax) return false
    if (stepsBetween(this.#unknown, this.#next) === sentApartMax) this.look()
    to.begin()
    this.#underWay[slotOf(this.#next)] = { to, sent }
    this.#ring.hand(this.#next, to.descriptor, bytes)
    this.#next = numberAfter(this.#next)
    this.#timer ??= setTimeout(this.#onTimer, sentApartLookMs)
    return true
  }

  /** Finds out what was sent, and tells those concerned. */
  look(): void {
    const { sent } = this.#ring
    while (stepsBetween(this.#unknown, sent) > 0) {
      const { to, sent: tell } = this.#underWay[slotOf(this.#unknown)]!
      const rest = this.#ring.restOf(this.#unknown)
      this.#unknown = numberAfter(this.#unknown)
      to.end(() => tell(rest))
    }
  }

  /** Afterwards nothing is taken. */
  async close(): Promise<void> {
    this.#isReady = false
    clearTimeout(this.#timer)
    await this.#thread?.terminate()
  }

  readonly #onTimer = (): void => {
    this.look()
    const isDone = this.#unknown === this.#next
    this.#timer = isDone ? undefined : setTimeout(this.#onTimer, sentApartLookMs)
  }

  #considerStart(together: number): void {
    if (together < gatheredForThreadMax) return
    this.#busyAnswers++
    if (this.#busyAnswers < this.#busyAnswersMin) return
    // Options of the process, such as those of a test runner, are not for it.
    const thread = new Worker(program, { execArgv: [], env: {}, workerData: this.#ring.memory })
    this.#thread = thread
    thread.unref()
    thread.on('online', () => {
      this.#isReady = true
      this.#log.info('a thread sends answers')
    })
    thread.on('error', (error) => this.#log.warn('the thread that sends answers failed', { error }))
    thread.on('exit', () => this.#lose())
  }

  /** Nobody knows which answers the last ones were, so their connections are closed. */
  #lose(): void {
    this.#isReady = false
    this.look()
    for (; this.#unknown !== this.#next; this.#unknown = numberAfter(this.#unknown)) {
      const { to } = this.#underWay[slotOf(this.#unknown)]!
      to.end(() => to.socket.destroy())
    }
  }
}
