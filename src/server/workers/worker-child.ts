/** One process of a worker, as its supervisor sees it: started, told things, pinged, ended. */
import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { channelPlace, suspectPulsesMissed } from './limits.js'
import type { FromWorker, ToWorker } from './messages.js'

/** Beside this file, in the build as in the bundle, where all is CommonJS. */
const ending = import.meta.url.endsWith('.cjs') ? 'cjs' : 'js'
export const workerProgram = fileURLToPath(new URL(`./worker-process.${ending}`, import.meta.url))

export interface ChildOptions {
  readonly number: number
  /** The name under which it holds leases, in base64. */
  readonly holder: string
  readonly program: string
  readonly nodeFlags: readonly string[]
  readonly onMessage: (child: WorkerChild, message: FromWorker) => void
  readonly onExit: (child: WorkerChild, reason: ExitReason) => void
}

export interface ExitReason {
  readonly code: number | null
  readonly signal: string | null
}

type State = 'loading' | 'bound' | 'ready' | 'gone'

export class WorkerChild {
  readonly number: number
  readonly holder: string
  readonly #process: ChildProcess
  /** How many connections of each network it has. */
  readonly connections = new Map<string, number>()
  readonly exited: Promise<void>
  /**
   * Connections on their way to it, in order. They stay open here until it has them: Node closes one that
   * was sent only when the other process confirms it, which one that is killed never does, and its client
   * would wait for ever.
   */
  readonly #passing: Socket[] = []
  state: State = 'loading'
  open = 0
  missedPulses = 0

  constructor({ number, holder, program, nodeFlags, onMessage, onExit }: ChildOptions) {
    this.number = number
    this.holder = holder
    this.#process = fork(program, [], {
      execArgv: [...nodeFlags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    })
    this.#process.on('message', (message: FromWorker) => onMessage(this, message))
    // What could not be sent to a process that is about to end.
    this.#process.on('error', () => undefined)
    this.channel.on('error', () => undefined)
    this.exited = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.state = 'gone'
        this.arrived(this.#passing.length)
        onExit(this, { code, signal })
        resolve()
      })
    })
  }

  /** For writes to a store that has one owner. */
  get channel(): Duplex {
    return this.#process.stdio[channelPlace] as Duplex
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Whether it should get connections while others can take them. */
  get isSuspect(): boolean {
    return this.missedPulses >= suspectPulsesMissed
  }

  send(message: ToWorker): void {
    if (this.#process.connected) this.#process.send(message, () => undefined)
  }

  /** If the process is gone, the connection is closed, and its client tries again. */
  pass(socket: Socket, network: string): void {
    const message: ToWorker = { kind: 'connection', network }
    this.connections.set(network, (this.connections.get(network) ?? 0) + 1)
    this.open++
    this.#passing.push(socket)
    this.#process.send(message, socket, { keepOpen: true }, (error) => {
      if (error !== null) socket.destroy()
    })
  }

  /** So many more are the worker's now, or nobody's: this process has nothing to do with them any more. */
  arrived(connections: number): void {
    for (const socket of this.#passing.splice(0, connections)) socket.destroy()
  }

  closed(network: string, times: number): void {
    this.open -= times
    const left = (this.connections.get(network) ?? 0) - times
    if (left <= 0) this.connections.delete(network)
    else this.connections.set(network, left)
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }
}
