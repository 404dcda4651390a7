/**
 * One PostgreSQL process with its own data folder and a port of 127.0.0.1 that stays the same over
 * restarts. It can be stopped cleanly, killed, restarted, and promoted from a standby.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { runAs } from './binaries.js'
import { environment, superuser, type Workspace } from './workspace.js'

export type NodeSettings = Readonly<Record<string, string | number>>

/** For all tests except those of crashes: nothing is flushed, nothing is kept for replicas. */
export const fastSettings: NodeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}

/** Enough for two test files at once, each with three servers and their pools. */
const defaults: NodeSettings = {
  max_connections: 300,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The tests' queries are small, and containers have little shared memory for workers.
  max_parallel_workers_per_gather: 0,
  log_min_messages: 'warning',
}

const readyWithinMs = 120_000
const pollMs = 10

export class PostgresNode {
  readonly name: string
  readonly port: number
  readonly #workspace: Workspace
  readonly #dataFolder: string
  readonly #settings: NodeSettings
  #process: ChildProcess | undefined
  #halted: readonly number[] = []

  static async create(
    workspace: Workspace,
    name: string,
    settings: NodeSettings,
  ): Promise<PostgresNode> {
    const dataFolder = await workspace.copyTemplate(name)
    return new PostgresNode(workspace, { name, dataFolder, settings, port: await freePort() })
  }

  private constructor(
    workspace: Workspace,
    parts: Pick<PostgresNode, 'name' | 'port'> & { dataFolder: string; settings: NodeSettings },
  ) {
    this.#workspace = workspace
    this.name = parts.name
    this.port = parts.port
    this.#dataFolder = parts.dataFolder
    this.#settings = { ...defaults, ...parts.settings, port: parts.port }
  }

  url(database = 'postgres'): string {
    return `postgres://${superuser}@127.0.0.1:${this.port}/${database}`
  }

  /** Makes it follow another node from its next start until it is promoted. */
  async follow(primary: PostgresNode): Promise<void> {
    const line = `primary_conninfo = '${this.#addressOf(primary)}'\n`
    await writeFile(join(this.#dataFolder, 'postgresql.auto.conf'), line)
    await writeFile(join(this.#dataFolder, 'standby.signal'), '')
  }

  /** Makes a running standby follow another node. */
  async turnTo(primary: PostgresNode): Promise<void> {
    await this.query(`ALTER SYSTEM SET primary_conninfo = '${this.#addressOf(primary)}'`)
    await this.query('SELECT pg_reload_conf()')
  }

  #addressOf(primary: PostgresNode): string {
    const address = `host=127.0.0.1 port=${primary.port} user=${superuser}`
    return `${address} application_name=${this.name}`
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const log = openSync(join(this.#workspace.folder, `${this.name}.log`), 'a')
    const options = Object.entries(this.#settings).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ])
    const program = join(this.#workspace.binaries, 'postgres')
    this.#process = spawn(program, ['-D', this.#dataFolder, ...options], {
      ...runAs,
      cwd: '/',
      detached: true,
      env: environment,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#process.unref()
    await this.#untilReady()
  }

  /** PostgreSQL's fast shutdown: sessions are ended, what was committed is kept. */
  async stop(): Promise<void> {
    await this.#end('SIGINT')
  }

  /** As if the machine had failed: no process gets to write or send anything. */
  async kill(): Promise<void> {
    const children = await childrenOf(this.#process?.pid)
    await this.#end('SIGKILL')
    for (const child of children) killOne(child)
    // The file left behind names a process id that another process may soon get.
    await rm(join(this.#dataFolder, 'postmaster.pid'), { force: true })
  }

  /** Suspends it with all its processes: connections stay open, and nothing answers. */
  async halt(): Promise<void> {
    const parent = this.#process?.pid
    if (parent === undefined) throw new Error('PostgreSQL does not run')
    // The parent first, so that it starts no others.
    process.kill(parent, 'SIGSTOP')
    this.#halted = [parent, ...(await childrenOf(parent))]
    for (const pid of this.#halted) process.kill(pid, 'SIGSTOP')
  }

  resume(): void {
    for (const pid of this.#halted) process.kill(pid, 'SIGCONT')
    this.#halted = []
  }

  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()')
  }

  async query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const sql = postgres(this.url(), { max: 1, onnotice: () => undefined })
    try {
      return await sql.unsafe(text)
    } finally {
      await sql.end()
    }
  }

  async #end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const process = this.#process
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
    const left = once(process, 'exit')
    process.ref()
    process.kill(signal)
    await left
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + readyWithinMs
    for (;;) {
      if (await this.#answers()) return
      const left = this.#process?.exitCode ?? this.#process?.signalCode ?? null
      if (left !== null || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${await this.#lastWords()}`)
      }
      await pause(pollMs)
    }
  }

  async #answers(): Promise<boolean> {
    try {
      await this.query('SELECT 1')
      return true
    } catch {
      return false
    }
  }

  async #lastWords(): Promise<string> {
    const text = await readFile(join(this.#workspace.folder, `${this.name}.log`), 'utf8')
    return text.slice(-2000)
  }
}

async function childrenOf(parent: number | undefined): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid)
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already noticed the death of its parent and ended.
  }
}

/**
 * Below the ports that systems assign automatically, so that no other process gets it between
 * restarts.
 */
const ownPorts = { from: 12_000, to: 30_000 }

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownPorts.from, ownPorts.to)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
