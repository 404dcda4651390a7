/** A server of the test in a process of its own, with a clock that can be wrong, which is killed and started again. */
import { renameSync, writeFileSync } from 'node:fs'
import { clientOf, testCredentials, type Client } from '../../../support/client.js'
import { ServerProcess } from '../../../crash/server-process.js'

export interface RealServerParts {
  /** A folder, or the address of a database. */
  readonly store: string
  /** Says how wrong its clock is. */
  readonly clockFile: string
  /** What is wrong with its store, if anything is. */
  readonly fault?: string | undefined
}

/** Nothing takes longer than it has to, and items expire soon. */
const flags = [
  ...['--table-transition-ms', '0'],
  ...['--ttl-change-interval-ms', '0'],
  ...['--ttl-sweep-interval-ms', '100'],
  ...['--log-level', 'error'],
]

export class RealServer {
  readonly #parts: RealServerParts
  #process: ServerProcess | undefined
  #url = ''
  #starting: Promise<void> = Promise.resolve()
  #clients = new Map<string, Client>()

  constructor(parts: RealServerParts) {
    this.#parts = parts
    this.skew(0)
  }

  get url(): string {
    return this.#url
  }

  get isUp(): boolean {
    return this.#process !== undefined
  }

  client(region: string): Client {
    const known = this.#clients.get(region)
    if (known !== undefined) return known
    const client = clientOf({ url: this.#url }, { ...testCredentials, region })
    this.#clients.set(region, client)
    return client
  }

  start(): Promise<void> {
    this.#starting = this.#start()
    return this.#starting
  }

  /** Once it has started again. */
  ready(): Promise<void> {
    return this.#starting
  }

  /** The file is there as a whole whenever it is read. */
  skew(milliseconds: number): void {
    const { clockFile } = this.#parts
    writeFileSync(`${clockFile}.new`, String(milliseconds))
    renameSync(`${clockFile}.new`, clockFile)
  }

  async kill(): Promise<void> {
    await this.#starting
    await this.#leave((server) => server.kill())
  }

  async stop(): Promise<void> {
    await this.#starting
    await this.#leave((server) => server.stop())
  }

  async #start(): Promise<void> {
    const { store, clockFile, fault } = this.#parts
    const server = new ServerProcess(
      store,
      ...flags,
      importFlag('./skewed-process.js', { file: clockFile }),
      ...(fault === undefined ? [] : [importFlag('./faulty-process.js', { fault })]),
    )
    this.#url = await server.url()
    this.#process = server
  }

  async #leave(end: (server: ServerProcess) => Promise<unknown>): Promise<void> {
    const server = this.#process
    this.#process = undefined
    for (const { sdk, streams } of this.#clients.values()) {
      sdk.destroy()
      streams.destroy()
    }
    this.#clients.clear()
    if (server !== undefined) await end(server)
  }
}

function importFlag(module: string, settings: Readonly<Record<string, string>>): string {
  const url = new URL(module, import.meta.url)
  url.search = new URLSearchParams(settings).toString()
  return `--import=${url.href}`
}
