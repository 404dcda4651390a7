/**
 * What measuring costs: a server that measures against one that does not, with the same requests.
 *
 * Both servers run side by side and are loaded in turn, and the figure is the processor time of a request. They are
 * started several times, and the ratio is the median over the starts.
 */
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { call, createTable } from './load/call.js'
import { medianLoads, type LoadContender } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { processorNs } from './load/processor-time.js'
import { portOf } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'

const connections = 16
const roundOptions = { rounds: 5, roundMs: 400, warmUpMs: 1500 }
/** How fast one process becomes differs from start to start by more than measuring costs. */
const starts = 7
const operationsMax = 200_000
/** How much more processor time a request may take. */
const wanted = 1.03

const key = { pk: { S: 'a' }, sk: { S: 'b' } }
const item = { ...key, text: { S: 'x'.repeat(300) } }

const requests: Readonly<Record<string, object>> = {
  GetItem: { TableName: 'bench', Key: key },
  PutItem: { TableName: 'bench', Item: item },
  Query: {
    TableName: 'bench',
    KeyConditionExpression: 'pk = :a',
    ExpressionAttributeValues: { ':a': { S: 'a' } },
  },
}

export async function runMetering(): Promise<void> {
  console.log(`--metrics on against off, ${connections} connections, on ${machine()}`)
  const figures = new Map(Object.keys(requests).map((name) => [name, [] as Start[]]))
  for (let start = 0; start < starts; start++) {
    for (const [name, figure] of await startBoth()) figures.get(name)!.push(figure)
  }
  const rows = [...figures].map(([name, all]) => {
    const [off, on] = [median(all.map((each) => each.off)), median(all.map((each) => each.on))]
    const reached = median(all.map((each) => each.on / each.off))
    const what = `${name}: ${reached.toFixed(3)}x, wanted at most ${wanted}x`
    console.log(targetLine(what, reached <= wanted))
    return [name, off.toFixed(1), on.toFixed(1), ratio(reached, 1)]
  })
  console.log(table(['CPU µs of a request', 'off', 'on', 'ratio'], rows))
}

/** The processor time of a request, in one start of both servers. */
interface Start {
  readonly off: number
  readonly on: number
}

async function startBoth(): Promise<ReadonlyMap<string, Start>> {
  await using off = await startServerProcess({ args: ['--in-memory', '--metrics', 'off'] })
  await using on = await startServerProcess({ args: ['--in-memory', '--metrics', 'on'] })
  for (const { url } of [off, on]) {
    await createTable(url, 'bench')
    await call(url, 'PutItem', { TableName: 'bench', Item: item })
  }
  using load = new LoadGenerator()
  const figures = new Map<string, Start>()
  for (const operation of Object.keys(requests)) {
    const contenders = [
      new Loaded('off', off, load, operation),
      new Loaded('on', on, load, operation),
    ]
    await medianLoads(contenders, roundOptions)
    const [ofOff = [], ofOn = []] = contenders.map((each) => each.microseconds())
    figures.set(operation, { off: median(ofOff), on: median(ofOn) })
  }
  return figures
}

class Loaded implements LoadContender {
  readonly name: string
  readonly #server: ServerProcess
  readonly #load: LoadGenerator
  readonly #operation: string
  readonly #each: number[] = []

  constructor(name: string, server: ServerProcess, load: LoadGenerator, operation: string) {
    this.name = name
    this.#server = server
    this.#load = load
    this.#operation = operation
  }

  async run(durationMs: number) {
    const before = processorNs(this.#server.pid)
    const result = await this.#load.run({
      port: portOf(this.#server),
      operation: this.#operation,
      bodies: [JSON.stringify(requests[this.#operation])],
      ...{ connections, durationMs, operationsMax },
    })
    this.#each.push((processorNs(this.#server.pid) - before) / 1000 / result.operations)
    return result
  }

  /** Of a request, round by round, without the warm-up. */
  microseconds(): readonly number[] {
    return this.#each.slice(1)
  }
}
