/**
 * The real server as a child process on a data folder: started, killed without warning, and its
 * folder verified. Only its output and its answers show what happens inside.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const commandLine = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const readyWithinMs = 120_000

export class ServerProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  #errors = ''
  #printed = ''

  /**
   * A store is a folder or the address of a database. The port is a free one unless a flag sets it.
   * Flags about the heap and about modules to be loaded first are for Node.
   */
  constructor(store: string, ...flags: readonly string[]) {
    const port = flags.includes('--port') ? [] : ['--port', '0']
    const nodeFlags = flags.filter(isForNode)
    const own = flags.filter((flag) => !isForNode(flag))
    const options = ['start', ...port, ...optionsOf(store), ...own]
    this.#child = spawn(process.execPath, [...nodeFlags, commandLine, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#exited = once(this.#child, 'exit')
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
  }

  /** The address that the server prints once it serves. */
  async url(): Promise<string> {
    const deadline = Date.now() + readyWithinMs
    for (;;) {
      const [url] = /http:\/\/[\w.]+:\d+/.exec(this.#printed) ?? []
      if (url !== undefined) return url
      assert.equal(this.#child.exitCode, null, `the server ended: ${this.#errors}`)
      assert.ok(Date.now() < deadline, `the server is not ready: ${this.#errors}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** What it has printed to stderr. */
  get errors(): string {
    return this.#errors
  }

  /** Stops it as an operator would; returns its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    await this.#exited
    return this.#child.exitCode
  }

  /** Its exit code, once it has ended by itself. */
  async exited(): Promise<number | null> {
    await this.#exited
    return this.#child.exitCode
  }

  /** Suspends the process: it does nothing until it is resumed or killed. */
  halt(): void {
    this.#child.kill('SIGSTOP')
  }

  resume(): void {
    this.#child.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }
}

function isForNode(flag: string): boolean {
  return flag.startsWith('--max-old-space-size=') || flag.startsWith('--import=')
}

function optionsOf(store: string): readonly string[] {
  return [store.includes('://') ? '--engine' : '--data-dir', store]
}

/** Runs `gramme verify`, which checks that indexes and tallies agree with items. */
export async function verify(store: string): Promise<void> {
  const options = ['verify', ...optionsOf(store)]
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...options])
  assert.match(stdout, /\bok\b/)
}
