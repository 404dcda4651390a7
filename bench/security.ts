/**
 * What authentication and authorisation cost: a server in IAM mode against one in open mode, with the same
 * signed requests. The caller has one policy, as fine-grained as they get: items of its own partition,
 * listed attributes, and no whole items.
 *
 * Both servers run side by side and are loaded in turn, and the figure is the processor time of a request.
 * As in `against.ts`, both are started several times, and the ratio is the median over the starts.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { createTable } from './load/call.js'
import { medianLoads, type LoadContender } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { processorNs } from './load/processor-time.js'
import { portOf, withDataFolder } from './load/server.js'
import type { SigningCredentials } from './load/sign.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'
import { addUser, rootKey } from './security/add-user.js'
import { bodiesOf, fillBodies, policy, securedOperations, tenant } from './security/requests.js'

const connections = 16
const starts = 3
const roundOptions = { rounds: 16, roundMs: 400, warmUpMs: 3000 }
const operationsMax = 200_000
/** How much more processor time a GetItem may take. */
const wanted = 1.35

type Operation = (typeof securedOperations)[number]
/** In microseconds; the ratio is the median of the rounds, each of which was as busy for both. */
type Costs = Readonly<Record<'open' | 'iam' | 'ratio', number>>

export async function runSecurity(): Promise<void> {
  console.log(`IAM mode against open mode, ${connections} connections, on ${machine()}`)
  const costs = new Map<Operation, Costs[]>(securedOperations.map((each) => [each, []]))
  for (let start = 0; start < starts; start++) {
    await withDataFolder(async (folder) => {
      for (const [operation, figures] of await startBoth(folder))
        costs.get(operation)!.push(figures)
    })
  }
  report(costs)
}

async function startBoth(folder: string): Promise<ReadonlyMap<Operation, Costs>> {
  const args = (mode: string) => ['--auth', mode, '--data-dir', join(folder, mode)]
  const env = {
    GRAMME_ROOT_ACCESS_KEY_ID: rootKey.accessKeyId,
    GRAMME_ROOT_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
  }
  await using open = await startServerProcess({ args: args('open') })
  await using iam = await startServerProcess({ args: args('iam'), env })
  const key = await addUser(iam.url, tenant, policy)
  for (const server of [open, iam]) await fill(server, key)
  using load = new LoadGenerator()
  const costs = new Map<Operation, Costs>()
  for (const operation of securedOperations) {
    const contenders = [
      new Measured('open', open, { load, operation, key }),
      new Measured('iam', iam, { load, operation, key }),
    ]
    await medianLoads(contenders, roundOptions)
    const [ofOpen = [], ofIam = []] = contenders.map((each) => each.microseconds())
    const each = median(ofIam.map((cost, round) => cost / ofOpen[round]!))
    costs.set(operation, { open: median(ofOpen), iam: median(ofIam), ratio: each })
  }
  return costs
}

async function fill(server: ServerProcess, key: SigningCredentials): Promise<void> {
  using load = new LoadGenerator()
  await createTable(server.url, 'bench', {}, rootKey)
  const job = { port: portOf(server), connections, durationMs: 60_000, credentials: key }
  const batches = { operation: 'BatchWriteItem', bodies: fillBodies }
  await load.run({ ...job, ...batches, operationsMax: fillBodies.length })
}

interface MeasuredJob {
  readonly load: LoadGenerator
  readonly operation: Operation
  readonly key: SigningCredentials
}

class Measured implements LoadContender {
  readonly name: string
  readonly #server: ServerProcess
  readonly #job: MeasuredJob
  readonly #each: number[] = []

  constructor(name: string, server: ServerProcess, job: MeasuredJob) {
    this.name = name
    this.#server = server
    this.#job = job
  }

  async run(durationMs: number) {
    const { load, operation, key: credentials } = this.#job
    const before = processorNs(this.#server.pid)
    const result = await load.run({
      port: portOf(this.#server),
      operation,
      bodies: bodiesOf[operation],
      connections,
      durationMs,
      operationsMax,
      credentials,
    })
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
    return [operation, of('open').toFixed(1), of('iam').toFixed(1), ratio(of('ratio'), 1)]
  })
  console.log(table(['CPU µs of a request', 'open', 'iam', 'ratio'], rows))
  const reached = median(costs.get('GetItem')!.map((one) => one.ratio))
  const what = `GetItem in IAM mode: ${ratio(reached, 1)}, wanted at most ${wanted}x`
  console.log(targetLine(what, reached <= wanted))
}
