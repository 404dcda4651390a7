/** A server under load, and the processor time that its requests took. */
import type { ServerProcess } from '../../scripts/server-process.js'
import type { LoadContender } from './load-rounds.js'
import type { LoadResult } from './load-result.js'
import type { LoadGenerator, LoadJob } from './load.js'
import { processorNs } from './processor-time.js'
import { portOf } from './server.js'

const operationsMax = 200_000

/** What has to be known of a server; two may share a process. */
export type LoadedServer = Pick<ServerProcess, 'url' | 'pid'>

/** What is asked of a server, as long as a round lasts. */
export type RepeatedLoad = Pick<LoadJob, 'operation' | 'bodies' | 'connections' | 'credentials'>

export class MeasuredServer implements LoadContender {
  readonly name: string
  readonly #server: LoadedServer
  readonly #load: LoadGenerator
  readonly #repeated: RepeatedLoad
  readonly #microseconds: number[] = []
  #sent = 0

  constructor(name: string, server: LoadedServer, load: LoadGenerator, repeated: RepeatedLoad) {
    this.name = name
    this.#server = server
    this.#load = load
    this.#repeated = repeated
  }

  /** Goes on with the bodies where the last round ended. */
  async run(durationMs: number): Promise<LoadResult> {
    const bounds = { durationMs, operationsMax, first: this.#sent }
    const before = processorNs(this.#server.pid)
    const result = await this.#load.run({
      port: portOf(this.#server),
      ...this.#repeated,
      ...bounds,
    })
    this.#microseconds.push((processorNs(this.#server.pid) - before) / 1000 / result.operations)
    this.#sent += result.operations
    return result
  }

  /** Of a request, round by round, without the warm-up. */
  microseconds(): readonly number[] {
    return this.#microseconds.slice(1)
  }
}
