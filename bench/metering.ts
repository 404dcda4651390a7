/**
 * What measuring costs: a server that measures against one that does not, with the same requests.
 *
 * Both servers run side by side and are loaded in turn, and the figure is the processor time of a request. As in
 * `security.ts`, the ratio is the median of the rounds, each of which was as busy for both.
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
const roundOptions = { rounds: 16, roundMs: 400, warmUpMs: 2000 }
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
  await using off = await startServerProcess({ args: ['--in-memory', '--metrics', 'off'] })
  await using on = await startServerProcess({ args: ['--in-memory', '--metrics', 'on'] })
  for (const { url } of [off, on]) {
    await createTable(url, 'bench')
    await call(url, 'PutItem', { TableName: 'bench', Item: item })
  }
  using load = new LoadGenerator()
  const rows: (readonly string[])[] = []
  for (const operation of Object.keys(requests)) {
    const contenders = [
      new Loaded('off', off, load, operation),
      new Loaded('on', on, load, operation),
    ]
    await medianLoads(contenders, roundOptions)
    const [ofOff = [], ofOn = []] = contenders.map((each) => each.microseconds())
    const reached = median(ofOn.map((cost, round) => cost / ofOff[round]!))
    rows.push([operation, median(ofOff).toFixed(1), median(ofOn).toFixed(1), ratio(reached, 1)])
    const what = `${operation}: ${reached.toFixed(3)}x, wanted at most ${wanted}x`
    console.log(targetLine(what, reached <= wanted))
  }
  console.log(table(['CPU µs of a request', 'off', 'on', 'ratio'], rows))
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
