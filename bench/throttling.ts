/**
 * What throttling costs: a server with `--throttle on` against one with `--throttle off`, on a table whose
 * throughput nobody reaches, so that every request is admitted.
 *
 * Both servers run side by side and are loaded in turn, and the figure is the processor time of a request.
 * As in `against.ts`, both are started several times, and the ratio is the median over the starts.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { tableUnitsPerSecondMax } from '../src/model/limits.js'
import { getBodies, keyCount, putBodies, tableName } from './item-operations/requests.js'
import { createTable } from './load/call.js'
import { medianLoads, type LoadContender } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { processorNs } from './load/processor-time.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'

const connections = 16
const starts = 3
const roundOptions = { rounds: 16, roundMs: 400, warmUpMs: 3000 }
const operationsMax = 200_000
/** How much more processor time a request may take. */
const wanted = 1.05

const bodiesOf = { GetItem: getBodies, PutItem: putBodies }
type Operation = keyof typeof bodiesOf
const operations: readonly Operation[] = ['GetItem', 'PutItem']
/** In microseconds; the ratio is the median of the rounds, each of which was as busy for both. */
type Costs = Readonly<Record<'off' | 'on' | 'ratio', number>>

export async function runThrottling(): Promise<void> {
  console.log(`--throttle on against off, ${connections} connections, on ${machine()}`)
  const costs = new Map<Operation, Costs[]>(operations.map((each) => [each, []]))
  for (let start = 0; start < starts; start++) {
    await withDataFolder(async (folder) => {
      for (const [operation, figures] of await startBoth(folder))
        costs.get(operation)!.push(figures)
    })
  }
  report(costs)
}

async function startBoth(folder: string): Promise<ReadonlyMap<Operation, Costs>> {
  const args = (mode: string) => ['--throttle', mode, '--data-dir', join(folder, mode)]
  await using off = await startServerProcess({ args: args('off') })
  await using on = await startServerProcess({ args: args('on') })
  for (const server of [off, on]) await fill(server)
  using load = new LoadGenerator()
  const costs = new Map<Operation, Costs>()
  for (const operation of operations) {
    const contenders = [
      new Measured('off', off, load, operation),
      new Measured('on', on, load, operation),
    ]
    await medianLoads(contenders, roundOptions)
    const [ofOff = [], ofOn = []] = contenders.map((each) => each.microseconds())
    const each = median(ofOn.map((cost, round) => cost / ofOff[round]!))
    costs.set(operation, { off: median(ofOff), on: median(ofOn), ratio: each })
  }
  return costs
}

async function fill(server: ServerProcess): Promise<void> {
  using load = new LoadGenerator()
  const units = tableUnitsPerSecondMax
  await createTable(server.url, tableName, {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units },
  })
  const job = { port: portOf(server), connections, durationMs: 60_000 }
  await load.run({ ...job, operation: 'PutItem', bodies: putBodies, operationsMax: keyCount })
}

class Measured implements LoadContender {
  readonly name: string
  readonly #server: ServerProcess
  readonly #load: LoadGenerator
  readonly #operation: Operation
  readonly #each: number[] = []

  constructor(name: string, server: ServerProcess, load: LoadGenerator, operation: Operation) {
    this.name = name
    this.#server = server
    this.#load = load
    this.#operation = operation
  }

  async run(durationMs: number) {
    const operation = this.#operation
    const before = processorNs(this.#server.pid)
    const job = { port: portOf(this.#server), connections, durationMs, operationsMax }
    const result = await this.#load.run({ ...job, operation, bodies: bodiesOf[operation] })
    this.#each.push((processorNs(this.#server.pid) - before) / 1000 / result.operations)
    return result
  }

  /** Of a request, round by round, without the warm-up. */
  microseconds(): readonly number[] {
    return this.#each.slice(1)
  }
}

function report(costs: ReadonlyMap<Operation, readonly Costs[]>): void {
  const rows = [...costs].map(([operation, each]) => {
    const of = (name: keyof Costs) => median(each.map((one) => one[name]))
    return [operation, of('off').toFixed(1), of('on').toFixed(1), ratio(of('ratio'), 1)]
  })
  console.log(table(['CPU µs of a request', 'off', 'on', 'ratio'], rows))
  for (const [operation, each] of costs) {
    const reached = median(each.map((one) => one.ratio))
    const what = `${operation} with --throttle on: ${ratio(reached, 1)}, wanted at most ${wanted}x`
    console.log(targetLine(what, reached <= wanted))
  }
}
