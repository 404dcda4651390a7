/**
 * A temporary folder for PostgreSQL nodes. Nothing of it survives this process: a guardian stops
 * what runs in it and removes it, however this process ends. All nodes start as copies of one empty
 * cluster, so any of them can be a standby of any other.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { requireBinaries, runAs } from './binaries.js'

const run = promisify(execFile)
const guardianPath = fileURLToPath(new URL('guardian.js', import.meta.url))

export const superuser = 'gramme'

/** The PostgreSQL settings of the user's environment must not reach the nodes. */
export const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

export class Workspace {
  readonly folder: string
  readonly binaries: string
  readonly #guardian: ChildProcess
  #template: Promise<string> | undefined

  static async open(): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-postgres-'))
    if (runAs.uid !== undefined) await chown(folder, runAs.uid, runAs.gid)
    return new Workspace(folder)
  }

  private constructor(folder: string) {
    this.folder = folder
    this.#guardian = startGuardian(folder)
    this.binaries = requireBinaries(folder)
  }

  /** Creates the data folder of a node with this name. */
  async copyTemplate(name: string): Promise<string> {
    this.#template ??= this.#initialize()
    const folder = join(this.folder, name)
    await run('cp', ['-Rp', await this.#template, folder], { ...runAs, cwd: '/' })
    return folder
  }

  /** Stops every node at once and leaves nothing behind. */
  async remove(): Promise<void> {
    const left = once(this.#guardian, 'exit')
    this.#guardian.ref()
    this.#guardian.stdin?.end()
    await left
  }

  async #initialize(): Promise<string> {
    const folder = join(this.folder, 'template')
    const access = ['--username', superuser, '--auth', 'trust']
    const form = ['--locale', 'C', '--encoding', 'UTF8', '--no-sync']
    const options = { ...runAs, cwd: '/', env: environment }
    await run(join(this.binaries, 'initdb'), ['-D', folder, ...access, ...form], options)
    return folder
  }
}

function startGuardian(folder: string): ChildProcess {
  const guardian = spawn(process.execPath, [guardianPath, folder], {
    cwd: '/',
    // Its own session: Ctrl-C in a terminal reaches every process in the foreground.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Without the variables that the test runner sets for its own processes.
    env: environment,
  })
  guardian.unref()
  ;(guardian.stdin as unknown as { unref(): void }).unref()
  return guardian
}
