/**
 * A process that runs a handler: started, called with one event at a time, and killed if it takes
 * too long, uses too much memory, or sends an invalid message. However it ends, the call in
 * progress gets an answer, and the processes that the handler has started end too.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionInitMsMax, functionOverheadMb } from './limits.js'
import { functionPayloadBytesMax } from '../triggers/limits.js'
import type { Invocation } from '../triggers/invocation.js'
import type { ModuleHandler } from '../triggers/trigger.js'
import { timedOut } from './call-endpoint.js'
import { encodeFrame, FrameReader } from './frames.js'
import { functionEnvironment } from './function-environment.js'
import { invokeMessage, type FromFunction, type FunctionIdentity } from './function-messages.js'
import { OutputTap } from './output-tap.js'
import { killGroup, ownGroup } from './process-group.js'

const program = fileURLToPath(new URL('./handler-process.js', import.meta.url))
const memoryCheckMs = 250

export class FunctionProcess {
  readonly #child: ChildProcess
  readonly #connection: Duplex
  readonly #handler: ModuleHandler
  readonly #output: OutputTap
  readonly #memoryWatch: NodeJS.Timeout
  #answer: ((message: FromFunction | { readonly kind: 'gone' }) => void) | undefined
  #loaded: Promise<Invocation | undefined> | undefined
  /** Why it has ended. */
  #ended: string | undefined

  constructor(handler: ModuleHandler, identity: FunctionIdentity, write: (text: string) => void) {
    this.#handler = handler
    this.#child = spawn(process.execPath, [`--max-old-space-size=${handler.memoryMb}`, program], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      cwd: dirname(handler.path),
      env: functionEnvironment(handler, identity),
      ...ownGroup,
    })
    this.#connection = this.#child.stdio[3] as Duplex
    this.#output = new OutputTap([this.#child.stdout, this.#child.stderr], write)
    this.#memoryWatch = setInterval(() => void this.#checkMemory(), memoryCheckMs).unref()
    this.#listen()
    this.#loaded = this.#load(identity)
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  async invoke(requestId: string, event: string, signal: AbortSignal): Promise<Invocation> {
    const stop = () => this.kill('the server stops')
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      const fault = await this.#loaded
      if (fault !== undefined) return fault
      const { timeoutMs } = this.#handler
      const answer = await this.#ask(
        invokeMessage(requestId, timeoutMs, event),
        timeoutMs,
        timedOut(timeoutMs).message,
      )
      return this.#read(answer, requestId)
    } finally {
      signal.removeEventListener('abort', stop)
      this.#output.close()
    }
  }

  kill(reason: string): void {
    this.#end(reason)
    // The number of a process that has exited may already be another's.
    if (this.#child.exitCode === null && this.#child.signalCode === null) killGroup(this.#child.pid)
  }

  async #load(identity: FunctionIdentity): Promise<Invocation | undefined> {
    const message = JSON.stringify({ kind: 'load', identity })
    const answer = await this.#ask(message, functionInitMsMax, 'the handler did not load in time')
    if (answer.kind === 'loaded') return undefined
    const reason = answer.kind === 'unloadable' ? answer.reason : this.#ended
    this.kill(reason ?? 'the handler did not load')
    return { kind: 'failed', reason: reason ?? 'the handler did not load' }
  }

  #read(answer: FromFunction | { readonly kind: 'gone' }, requestId: string): Invocation {
    const isOurs = 'requestId' in answer && answer.requestId === requestId
    if (isOurs && answer.kind === 'answered') return { kind: 'answered', answer: answer.answer }
    if (isOurs && answer.kind === 'failed') return { kind: 'failed', reason: answer.reason }
    this.kill('the handler spoke out of turn')
    return { kind: 'failed', reason: this.#ended! }
  }

  #ask(message: string, timeoutMs: number, tooLate: string) {
    return new Promise<FromFunction | { readonly kind: 'gone' }>((resolve) => {
      if (this.#ended !== undefined) return resolve({ kind: 'gone' })
      const timer = setTimeout(() => this.kill(tooLate), timeoutMs)
      this.#answer = (answer) => {
        clearTimeout(timer)
        this.#answer = undefined
        resolve(answer)
      }
      this.#connection.write(encodeFrame(message))
    })
  }

  #listen(): void {
    const frames = new FrameReader(functionPayloadBytesMax)
    this.#connection.on('data', (chunk: Buffer) => {
      try {
        for (const message of frames.push(chunk)) this.#answer?.(parsed(message))
      } catch {
        this.kill('the answer is too large or no JSON')
      }
    })
    this.#connection.on('error', () => undefined)
    this.#child.on('error', (error) => this.#end(error.message))
    this.#child.on('exit', (status, signal) => {
      killGroup(this.#child.pid)
      const how = signal === null ? `exit status ${status}` : `signal: ${signal}`
      this.#end(`Runtime exited with error: ${how}`)
    })
  }

  #end(reason: string): void {
    this.#ended ??= reason
    clearInterval(this.#memoryWatch)
    this.#answer?.({ kind: 'gone' })
  }

  /**
   * The heap limit does not count buffers. Only Linux offers a cheap way to see a process's real
   * memory.
   */
  async #checkMemory(): Promise<void> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '')
    const residentMb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
    const memoryMbMax = this.#handler.memoryMb + functionOverheadMb
    if (residentMb > memoryMbMax) this.kill(`Runtime exited: more than ${memoryMbMax} MB of memory`)
  }
}

function parsed(message: string): FromFunction {
  return JSON.parse(message) as FromFunction
}
