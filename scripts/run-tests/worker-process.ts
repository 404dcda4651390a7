/**
 * The runner's side of a worker: one file at a time, until the worker is ended or dies.
 *
 * A worker that dies or hangs fails the file it was running, and only that one.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WorkerMessage, WorkerRequest } from './worker-messages.js'

const workerPath = fileURLToPath(new URL('worker.js', import.meta.url))
const reporterPath = new URL('worker-reporter.js', import.meta.url).href

/** A file that hangs is a failure, not a stalled build. */
const fileDurationMsMax = 10 * 60 * 1000

export type Environment = Readonly<Record<string, string>>

export class WorkerProcess {
  readonly #child: ChildProcess
  /** How the process ended, as text; undefined if it ended normally. */
  readonly #ended: Promise<string | undefined>
  /** What is printed outside of any file: by child processes, or while exiting. */
  #said = ''
  #failed = false

  constructor(env: Environment) {
    this.#child = fork(workerPath, [], {
      env: { ...process.env, ...env },
      execArgv: ['--enable-source-maps', `--test-reporter=${reporterPath}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#said += chunk.toString('utf8')))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#said += chunk.toString('utf8')))
    this.#ended = once(this.#child, 'close').then(([code, signal]) =>
      this.#howItEnded(code as number | null, signal as string | null),
    )
  }

  /** Resolves when the file is done, with a reason if the worker can run no more files. */
  async run(path: string, hear: (message: WorkerMessage) => void): Promise<string | undefined> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), fileDurationMsMax)
    const done = new Promise<undefined>((resolve) => {
      this.#child.on('message', (message: WorkerMessage) => {
        hear(message)
        if (isEndOfFile(message)) resolve(undefined)
      })
    })
    this.#send({ kind: 'run', path })
    const died = this.#ended.then((reason) => reason ?? 'the process ended before its tests did')
    const reason = await Promise.race([done, died])
    this.#child.removeAllListeners('message')
    clearTimeout(timer)
    return reason
  }

  /** Resolves when the process has exited, with what went wrong at the end. */
  async end(): Promise<string | undefined> {
    this.#child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'output') this.#said += message.text
      if (message.kind === 'event' && message.event.kind === 'diagnostic') {
        this.#said += `${message.event.message}\n`
      }
    })
    this.#send({ kind: 'end' })
    return this.#ended
  }

  /** After a failed test, the exit code says nothing new and is ignored. */
  noteFailure(): void {
    this.#failed = true
  }

  #send(request: WorkerRequest): void {
    // If sending fails, the process has ended, and that is reported.
    if (this.#child.connected) this.#child.send(request, () => undefined)
  }

  #howItEnded(code: number | null, signal: string | null): string | undefined {
    if (code === 0 || (code === 1 && this.#failed)) return undefined
    return `the process ended with ${signal ?? `exit code ${code}`}:\n${this.#said}`
  }
}

function isEndOfFile(message: WorkerMessage): boolean {
  if (message.kind !== 'event') return false
  return message.event.kind === 'end' && message.event.nesting === 0
}
