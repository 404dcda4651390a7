/**
 * Three machines with PostgreSQL, Patroni and etcd, and HAProxy in front of the leader, from the
 * distribution's packages and the files of `docs/examples/patroni`.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { runAs } from '../support/postgres/binaries.js'
import { Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'
import { writeExample, type Replacement } from './example-files.js'
import { buildNetwork, type Network } from './network.js'
import { asPostgresUser, Program } from './processes.js'

export const machines = ['db1', 'db2', 'db3'] as const
export type Machine = (typeof machines)[number]

const run = promisify(execFile)
const superuserPassword = 'change-this-superuser'

interface Member {
  readonly name: Machine
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
}

export class PatroniCluster {
  readonly network: Network
  readonly folder: string
  readonly #workspace: Workspace
  readonly #programs = new Map<string, Program>()
  readonly #configurations = new Map<Machine, string>()

  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(await Workspace.open(), buildNetwork(machines))
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      const said = [...cluster.#programs].map(([name, one]) => `${name}: ${one.lastWords()}`)
      await cluster.stop()
      throw new Error(`The cluster did not start.\n${said.join('\n')}`, { cause: error })
    }
  }

  private constructor(workspace: Workspace, network: Network) {
    this.#workspace = workspace
    this.folder = workspace.folder
    this.network = network
  }

  async #start(): Promise<void> {
    for (const [index, machine] of machines.entries()) await this.#configure(machine, index + 1)
    for (const machine of machines) this.#run(`etcd-${machine}`, machine, this.#etcd(machine))
    for (const machine of machines) this.startPatroni(machine)
    const balancer = await writeExample('haproxy.cfg', this.#as('haproxy.cfg'), [this.#addresses])
    this.start('haproxy', ['haproxy', '-db', '-f', balancer])
    await this.untilHealthy()
    await this.#createDatabase()
  }

  async #configure(machine: Machine, number: number): Promise<void> {
    for (const name of [`${machine}.etcd`, `${machine}.sockets`]) await this.#ownFolder(name)
    const here = [
      { from: 'name: db1', to: `name: ${machine}` },
      { from: 'http://10.0.0.1:2380\n', to: `http://10.0.0.${number}:2380\n` },
      { from: 'http://10.0.0.1:2379\n', to: `http://10.0.0.${number}:2379\n` },
    ]
    await writeExample('etcd.conf.yml', this.#as(`${machine}.etcd.yml`), [
      ...here,
      { from: '/var/lib/etcd/gramme', to: this.#path(`${machine}.etcd`) },
      // A busy machine must not lose its leader of etcd as well.
      { from: 'cluster-state: new\n', to: 'cluster-state: new\nelection-timeout: 3000\n' },
      this.#addresses,
    ])
    const patroni = await writeExample('patroni.yml', this.#as(`${machine}.patroni.yml`), [
      here[0]!,
      ...['5432', '8008'].map((port) => ({
        from: `10.0.0.1:${port}`,
        to: `10.0.0.${number}:${port}`,
      })),
      ...paceOfTests,
      { from: '/var/lib/postgresql/15/gramme', to: this.#path(machine) },
      { from: '/var/lib/postgresql/patroni.pgpass', to: this.#path(`${machine}.sockets/pgpass`) },
      { from: '/var/run/postgresql', to: this.#path(`${machine}.sockets`) },
      { from: '10.0.0.0/24', to: this.network.range },
      this.#addresses,
    ])
    this.#configurations.set(machine, patroni)
  }

  get #addresses(): Replacement {
    return { from: '10.0.0.', to: this.network.start }
  }

  /** A file of the documentation, with this network's addresses and whatever else differs. */
  example(name: string, replacements: readonly Replacement[]): Promise<string> {
    return writeExample(name, this.#as(name), [...replacements, this.#addresses])
  }

  #as(name: string) {
    return { folder: this.folder, as: name }
  }

  #path(name: string): string {
    return join(this.folder, name)
  }

  async #ownFolder(name: string): Promise<void> {
    await mkdir(this.#path(name), { mode: 0o700 })
    if (runAs.uid !== undefined) await chown(this.#path(name), runAs.uid, runAs.gid)
  }

  #etcd(machine: Machine): readonly string[] {
    return ['etcd', '--config-file', this.#path(`${machine}.etcd.yml`)]
  }

  startPatroni(machine: Machine): void {
    const command = ['patroni', this.#configurations.get(machine)!]
    this.#run(`patroni-${machine}`, machine, command)
  }

  #run(name: string, machine: Machine, command: readonly string[]): void {
    this.#add(name, [...this.network.on(machine), ...asPostgresUser(), ...command])
  }

  /** Starts a program beside HAProxy. */
  start(name: string, command: readonly string[]): Program {
    return this.#add(name, [...asPostgresUser(), ...command])
  }

  #add(name: string, command: readonly string[]): Program {
    const program = new Program(this.folder, name, command)
    this.#programs.set(name, program)
    return program
  }

  async killPatroni(machine: Machine): Promise<void> {
    await this.#programs.get(`patroni-${machine}`)!.kill()
  }

  /** As if the machine had failed: no process of PostgreSQL gets to write or send anything. */
  killPostgres(machine: Machine): void {
    const [line] = readFileSync(this.#path(`${machine}/postmaster.pid`), 'utf8').split('\n', 1)
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', line!], { encoding: 'utf8' })
    for (const pid of [line!, ...stdout.split('\n').map((text) => text.trim())]) {
      if (pid !== '') signal(Number(pid))
    }
  }

  /**
   * Hands the lead to another machine while clients go on. Patroni refuses if no standby answers it in time, as on a busy
   * machine; an operator asks again, and so does this.
   */
  async switchOver(from: Machine): Promise<void> {
    const command = ['-c', this.#configurations.get(from)!, 'switchover', 'gramme']
    let refusal = ''
    const ask = async (): Promise<boolean> => {
      if (await this.#hasMoved(from)) return true
      const asked = run('patronictl', [...command, '--leader', from, '--force'], {
        timeout: 60_000,
      })
      await asked.catch((error: unknown) => (refusal = String(error)))
      return this.#hasMoved(from)
    }
    await until(ask, () => `patronictl switchover failed: ${refusal}`)
  }

  async leader(): Promise<Machine> {
    const members = await this.members()
    const leader = members.find(({ role }) => role === 'leader')
    if (leader === undefined) throw new Error(`no leader: ${JSON.stringify(members)}`)
    return leader.name
  }

  /** As the first machine that answers sees them. */
  async members(): Promise<readonly Member[]> {
    for (const number of machines.keys()) {
      const url = `http://${this.network.start}${number + 1}:8008/cluster`
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { readonly members: Member[] }).members
    }
    return []
  }

  /** Waits until another machine leads. */
  async untilMoved(from: Machine): Promise<void> {
    await until(
      () => this.#hasMoved(from),
      async () => `${from} still leads: ${JSON.stringify(await this.members())}`,
    )
  }

  async #hasMoved(from: Machine): Promise<boolean> {
    return (await this.members()).some((one) => one.role === 'leader' && one.name !== from)
  }

  /** Waits until all machines run and the leader has a synchronous standby. */
  async untilHealthy(): Promise<void> {
    const isHealthy = (members: readonly Member[]): boolean =>
      members.length === machines.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      members.some(({ role }) => role === 'sync_standby')
    await until(
      async () => isHealthy(await this.members()),
      async () => `the cluster is not healthy: ${JSON.stringify(await this.members())}`,
    )
  }

  async #createDatabase(): Promise<void> {
    const url = `postgres://postgres:${superuserPassword}@${this.network.start}10:5000/postgres`
    await until(
      () => runStatements(url, [`SELECT 1`]).then(...yesOrNo),
      () => `HAProxy has no leader`,
    )
    const role = `CREATE ROLE gramme LOGIN PASSWORD 'secret'`
    await runStatements(url, [role, 'CREATE DATABASE shop OWNER gramme'])
  }

  /** The address of the database behind HAProxy, or behind something else on its machine. */
  address(port = 5000): string {
    return `postgres://gramme:secret@${this.network.start}10:${port}/shop`
  }

  /** Ends every process and removes every file. */
  async stop(): Promise<void> {
    for (const program of this.#programs.values()) await program.kill()
    for (const machine of machines) {
      if (existsSync(this.#path(`${machine}/postmaster.pid`))) this.killPostgres(machine)
    }
    this.network.remove()
    await this.#workspace.remove()
  }
}

/** A failover within seconds. These are the smallest numbers that fit each other. */
const paceOfTests: readonly Replacement[] = [
  { from: 'ttl: 30', to: 'ttl: 6' },
  { from: 'loop_wait: 10', to: 'loop_wait: 1' },
  { from: 'retry_timeout: 10', to: 'retry_timeout: 2' },
]

const yesOrNo = [() => true, () => false] as const

export async function runStatements(url: string, texts: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    for (const text of texts) await sql.unsafe(text)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
