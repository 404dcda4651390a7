/**
 * The threads that search, each with its share of every index: which one has an item's row follows from the item's
 * key. A thread does what it is asked in the order in which it was asked.
 *
 * If a thread fails, all are ended: what the others hold is not enough to answer anything.
 */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ShareSettings } from '../../vectors/index-share.js'
import type { ThreadAnswer, ThreadRequest } from './thread-messages.js'

/** Beside this file, in the build as in the bundle, where all is CommonJS. */
const ending = import.meta.url.endsWith('.cjs') ? 'cjs' : 'js'
const program = fileURLToPath(new URL(`./search-thread.${ending}`, import.meta.url))

export class ThreadsLost extends Error {
  override readonly name = 'ThreadsLost'
}

interface Waiting {
  readonly resolve: (answer: ThreadAnswer) => void
  readonly reject: (error: Error) => void
}

export class SearchThreads {
  readonly #settings: ShareSettings
  readonly #threads: readonly Worker[]
  readonly #bytes: number[]
  readonly #waiting = new Map<number, Waiting>()
  readonly #ended: Promise<unknown>
  #questions = 0
  #failure: ThreadsLost | undefined

  /** `settings` are for what they hold. */
  constructor(count: number, settings: ShareSettings = {}) {
    this.#settings = settings
    this.#bytes = new Array<number>(count).fill(0)
    this.#threads = Array.from({ length: count }, (_, i) => this.#start(i))
    this.#ended = Promise.all(
      this.#threads.map((thread) => new Promise((resolve) => thread.once('exit', resolve))),
    )
  }

  get count(): number {
    return this.#threads.length
  }

  /** What all of them use, as far as they have said. */
  get bytes(): number {
    return this.#bytes.reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Rejects with `ThreadsLost`. Buffers in `transfer` are handed over. */
  ask(
    thread: number,
    request: ThreadRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ThreadAnswer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    const id = this.#questions++
    return new Promise((resolve, reject) => {
      // Threads that nobody waits for do not keep the process alive.
      if (this.#waiting.size === 0) for (const each of this.#threads) each.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#threads[thread]!.postMessage({ id, request }, transfer)
    })
  }

  askAll(request: ThreadRequest): Promise<readonly ThreadAnswer[]> {
    return Promise.all(this.#threads.map((_, thread) => this.ask(thread, request)))
  }

  async close(): Promise<void> {
    this.#fail('the search threads were closed')
    await this.#ended
  }

  #start(number: number): Worker {
    // Options of the process, such as those of a test runner, are not for it.
    const thread = new Worker(program, { execArgv: [], env: {}, workerData: this.#settings })
    thread.unref()
    thread.on('message', (answer: ThreadAnswer) => this.#answered(number, answer))
    thread.on('error', (error) => this.#fail(error.message))
    thread.on('exit', () => this.#fail('a search thread has ended'))
    return thread
  }

  #answered(thread: number, answer: ThreadAnswer): void {
    if (answer.failure !== undefined) return this.#fail(answer.failure)
    this.#bytes[thread] = answer.bytes
    this.#waiting.get(answer.id)?.resolve(answer)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) for (const each of this.#threads) each.unref()
  }

  #fail(reason: string): void {
    if (this.#failure !== undefined) return
    this.#failure = new ThreadsLost(reason)
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
    for (const thread of this.#threads) void thread.terminate()
  }
}
