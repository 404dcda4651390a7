/** Programs of the cluster: each has a log, ends with this process, and can be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../support/postgres/workspace.js'
import { runAs } from '../support/postgres/binaries.js'

export class Program {
  readonly #log: string
  readonly #child: ChildProcess

  /** `command` may begin with what runs it on another machine. */
  constructor(folder: string, name: string, command: readonly string[]) {
    this.#log = join(folder, `${name}.log`)
    const log = openSync(this.#log, 'a')
    this.#child = spawn(command[0]!, command.slice(1), {
      cwd: '/',
      env: { ...environment, HOME: folder },
      stdio: ['ignore', log, log],
    })
    this.#child.on('error', () => undefined)
    closeSync(log)
  }

  get runs(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  async kill(): Promise<void> {
    if (!this.runs || this.#child.pid === undefined) return
    const left = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await left
  }

  lastWords(): string {
    return readFileSync(this.#log, 'utf8').slice(-1500)
  }
}

/** Runs what follows as the user of PostgreSQL's programs, and ends it with this process. */
export function asPostgresUser(): readonly string[] {
  const user =
    runAs.uid === undefined
      ? []
      : [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups']
  return ['setpriv', ...user, '--pdeathsig', 'KILL']
}
