/**
 * The server of a soak: the command line on a data folder and one port, killed without warning and
 * started again, or one of its workers killed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { oneOf, type Chance } from '../support/chance.js'

const commandLine = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const readyWithinMs = 60_000
const pollMs = 20

export class SoakServer {
  readonly url: string
  readonly #args: readonly string[]
  #child: ChildProcess | undefined
  #said = ''
  /** Whether its end was wanted. */
  #ending = false
  #unwanted: string | undefined

  constructor(dataDir: string, port: number, more: readonly string[]) {
    this.url = `http://127.0.0.1:${port}`
    this.#args = ['start', '--data-dir', dataDir, '--port', String(port), ...more]
  }

  /** Resolves with the milliseconds until it answers. */
  async start(): Promise<number> {
    const startedAt = performance.now()
    this.#ending = false
    const child = spawn(process.execPath, [commandLine, ...this.#args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk: Buffer) => (this.#said = (this.#said + String(chunk)).slice(-5000)))
    }
    child.on('exit', (code, signal) => {
      if (!this.#ending) this.#unwanted = `the server exited (${code ?? signal}):\n${this.#said}`
    })
    while (!(await this.#answers())) {
      this.requireAlive()
      if (performance.now() - startedAt > readyWithinMs) {
        throw new Error(`the server does not answer:\n${this.#said}`)
      }
      await pause(pollMs)
    }
    return performance.now() - startedAt
  }

  /** Throws if it ended although nobody killed it. */
  requireAlive(): void {
    if (this.#unwanted !== undefined) throw new Error(this.#unwanted)
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    this.#ending = true
    const left = once(child, 'exit')
    child.kill(signal)
    await left
  }

  /** Kills one worker, which the server replaces. Returns whether there was one. */
  killWorker(chance: Chance): boolean {
    const workers = childrenOf(this.#child?.pid)
    if (workers.length === 0) return false
    process.kill(oneOf(chance, workers), 'SIGKILL')
    return true
  }

  /** The memory of all its processes, what they share counted once; undefined if it is down. */
  memoryBytes(): number | undefined {
    const pid = this.#child?.pid
    if (pid === undefined || this.#ending) return undefined
    const each = [pid, ...childrenOf(pid)].map(proportionalBytes)
    return each.reduce<number | undefined>(
      (sum, bytes) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
      0,
    )
  }

  async #answers(): Promise<boolean> {
    const options = { signal: AbortSignal.timeout(2000) }
    const answer = await fetch(`${this.url}/health`, options).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  }
}

function childrenOf(parent: number | undefined): readonly number[] {
  if (parent === undefined) return []
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
}

/** Linux only. */
function proportionalBytes(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024
  } catch {
    return undefined
  }
}
