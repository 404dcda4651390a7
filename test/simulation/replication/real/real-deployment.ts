/** A store, the servers on it, and the regions that they have. */
import { setTimeout as pause } from 'node:timers/promises'
import { callTo } from '../../../../src/server/endpoint-call.js'
import { openTestDatabase } from '../../../../src/operations/database-suite.js'
import type { JsonCall } from '../../../../src/server/json-call.js'
import { systemClock } from '../../../../src/stdx/clock.js'
import type { Engine } from '../../../../src/storage/engine.js'
import { verify } from '../../../crash/server-process.js'
import type { Line } from '../../../links/cut-line.js'
import { below, oneOf, type Chance } from '../../../support/chance.js'
import { testCredentials } from '../../../support/client.js'
import { writesIn, type HistoricWrite } from '../history.js'
import { someSkewMs } from '../skews.js'
import type { RealServer } from './real-server.js'

export interface RealDeploymentParts {
  readonly regions: readonly string[]
  /** A folder, or the address of a database. */
  readonly store: string
  /** Whether it is opened while servers use it. */
  readonly isShared: boolean
  readonly openEngine: () => Promise<Engine>
  readonly servers: readonly RealServer[]
  /** Which other deployments use. */
  readonly line?: Line
}

const killDelayMsMax = 40

export class RealDeployment {
  readonly regions: readonly string[]
  readonly servers: readonly RealServer[]
  readonly line: Line | undefined
  readonly #parts: RealDeploymentParts

  constructor(parts: RealDeploymentParts) {
    this.#parts = parts
    this.regions = parts.regions
    this.servers = parts.servers
    this.line = parts.line
  }

  /** All servers at once: the first one on an empty database makes its tables. */
  async start(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.start()))
    this.#leadLine()
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
  }

  async ready(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.ready()))
  }

  skew(chance: Chance): void {
    oneOf(chance, this.servers).skew(someSkewMs(chance))
  }

  setClocks(): void {
    for (const server of this.servers) server.skew(0)
  }

  /** Requests that are under way meet it at any moment. It begins to start again at once. */
  async kill(chance: Chance): Promise<void> {
    const server = oneOf(chance, this.servers)
    await pause(below(chance, killDelayMsMax))
    await server.kill()
    // Should it not start, whoever waits for it is told.
    server.start().then(
      () => this.#leadLine(),
      () => undefined,
    )
  }

  /** An operation of this server's own service. */
  call(region: string): JsonCall {
    const url = new URL(this.servers[0]!.url)
    return callTo({ ...testCredentials, url, region })
  }

  /** What was written in its regions; servers that do not share their store stop meanwhile. */
  async history(): Promise<readonly HistoricWrite[]> {
    const { isShared, openEngine } = this.#parts
    if (!isShared) await this.stop()
    const engine = await openEngine()
    try {
      const { database } = openTestDatabase(engine, { clock: systemClock })
      return await writesIn(engine, database.catalog, this.regions)
    } finally {
      await engine.close()
      if (!isShared) await this.start()
    }
  }

  verify(): Promise<void> {
    return verify(this.#parts.store)
  }

  #leadLine(): void {
    this.line?.leadTo(Number(new URL(this.servers[0]!.url).port))
  }
}
