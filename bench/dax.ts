/**
 * `npm run bench dax`: GetItem through DAX, answered from memory, beside GetItem over HTTP, on one server and the
 * same items; what the caches cost those who write; and how soon a write over HTTP is seen through DAX.
 *
 * The processor time of the server counts for throughput, so what else the machine does matters little. The
 * latency is judged with several connections, where a request waits for the server's work on others. That of one
 * connection is told beside it: nearly all of it is the sockets of client and server, as a server shows that
 * answers without a look at the request.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { DaxLoad } from './dax/dax-load.js'
import { measureLag } from './dax/lag.js'
import { getBodies, keyCount, keyOf, putBodies, tableName } from './item-operations/requests.js'
import { fill } from './load/fill.js'
import { LoadGenerator } from './load/load.js'
import type { LoadResult } from './load/load-result.js'
import { processorNs } from './load/processor-time.js'
import { portOf } from './load/server.js'
import { machine, table, targetLine } from './report.js'
import { median } from './rounds.js'

const throughputWanted = 3
const latencyWanted = 1 / 3
const writeCostMax = 1.1
const rounds = 7
const roundMs = 700
const warmUpMs = 2500
const operationsMax = 400_000
const crowd = 16

/** Takes about a minute. */
export async function runDax(): Promise<void> {
  await using server = await startServerProcess({
    args: ['--in-memory', '--dax', '--dax-port', '0'],
  })
  await using plain = await startServerProcess({ args: ['--in-memory'] })
  const daxPort = daxPortOf(server)
  for (const each of [server, plain]) await fill(each)
  console.log(`GetItem of items of 1 KB, in memory, on ${machine()}`)
  using http = new LoadGenerator()
  using dax = new DaxLoad()
  const overHttp: Contender = {
    name: 'HTTP',
    pid: server.pid,
    run: (bounds) =>
      http.run({ port: portOf(server), operation: 'GetItem', bodies: getBodies, ...bounds }),
  }
  const keys = Array.from({ length: keyCount }, (_, n) => keyTexts(n))
  const throughDax: Contender = {
    name: 'DAX',
    pid: server.pid,
    run: (bounds) => dax.run({ port: daxPort, tableName, keys, ...bounds }),
  }
  using echo = await startEcho()
  const bare: Contender = {
    name: 'bare node:net',
    pid: echo.pid,
    run: (bounds) => dax.run({ port: echo.port, tableName, keys, ...bounds }),
  }
  await compareReads(overHttp, throughDax, bare)
  await compareWrites(http, plain, server)
  console.log(await measureLag({ url: server.url, daxPort }))
}

interface Bounds {
  readonly connections: number
  readonly durationMs: number
  readonly operationsMax: number
}

interface Contender {
  readonly name: string
  readonly pid: number
  run(bounds: Bounds): Promise<LoadResult>
}

interface Measured {
  readonly p50Us: number
  readonly perSecond: number
  readonly cpuUs: number
}

async function compareReads(http: Contender, dax: Contender, bare: Contender): Promise<void> {
  const [httpCrowd, daxCrowd, bareCrowd] = await alternate([http, dax, bare], crowd)
  const [httpAlone, daxAlone, bareAlone] = await alternate([http, dax, bare], 1)
  const row = (name: string, many: Measured, alone: Measured) => [
    name,
    many.cpuUs.toFixed(1),
    Math.round(1e6 / many.cpuUs),
    Math.round(many.perSecond),
    alone.p50Us.toFixed(0),
    many.p50Us.toFixed(0),
  ]
  const head = [
    '',
    'CPU µs',
    'per core and s',
    `per s, ${crowd} conn.`,
    'p50 µs, 1 conn.',
    `p50 µs, ${crowd}`,
  ]
  console.log(
    table(head, [
      row(http.name, httpCrowd!, httpAlone!),
      row('DAX hit', daxCrowd!, daxAlone!),
      row(bare.name, bareCrowd!, bareAlone!),
    ]),
  )
  const throughput = httpCrowd!.cpuUs / daxCrowd!.cpuUs
  const latency = daxCrowd!.p50Us / httpCrowd!.p50Us
  const alone = [daxAlone!, bareAlone!].map(({ p50Us }) => (p50Us / httpAlone!.p50Us).toFixed(2))
  const wanted = `wanted at least ${throughputWanted}x`
  console.log(
    targetLine(
      `throughput per core: ${throughput.toFixed(2)}x, ${wanted}`,
      throughput >= throughputWanted,
    ),
  )
  console.log(
    targetLine(
      `p50, ${crowd} connections: ${latency.toFixed(2)} of HTTP's, wanted at most a third`,
      latency <= latencyWanted,
    ),
  )
  console.log(`p50, 1 connection: ${alone[0]} of HTTP's, of which bare sockets take ${alone[1]}`)
}

async function compareWrites(
  http: LoadGenerator,
  plain: ServerProcess,
  server: ServerProcess,
): Promise<void> {
  const putsTo = (name: string, to: ServerProcess): Contender => ({
    name,
    pid: to.pid,
    run: (bounds) =>
      http.run({ port: portOf(to), operation: 'PutItem', bodies: putBodies, ...bounds }),
  })
  const contenders = [putsTo('without DAX', plain), putsTo('items cached', server)]
  const [without, having] = await alternate(contenders, crowd)
  const rows = contenders.map(({ name }, i) => [name, [without, having][i]!.cpuUs.toFixed(1)])
  console.log(table(['PutItem over HTTP', 'CPU µs'], rows))
  const cost = having!.cpuUs / without!.cpuUs
  console.log(
    targetLine(
      `writes cost ${cost.toFixed(2)}x, wanted at most ${writeCostMax}x`,
      cost <= writeCostMax,
    ),
  )
}

/** Loads them in turn; the figures are medians over the rounds. */
async function alternate(
  contenders: readonly Contender[],
  connections: number,
): Promise<readonly Measured[]> {
  for (const each of contenders)
    await each.run({ connections, durationMs: warmUpMs, operationsMax })
  const results = contenders.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const before = processorNs(contender.pid)
      const result = await contender.run({ connections, durationMs: roundMs, operationsMax })
      const cpuUs = (processorNs(contender.pid) - before) / 1000 / result.operations
      const { p50Ms, operationsPerSecond: perSecond } = result
      results[i]!.push({ p50Us: p50Ms * 1000, perSecond, cpuUs })
    }
  }
  return results.map((each) => ({
    p50Us: median(each.map(({ p50Us }) => p50Us)),
    perSecond: median(each.map(({ perSecond }) => perSecond)),
    cpuUs: median(each.map(({ cpuUs }) => cpuUs)),
  }))
}

function keyTexts(n: number): readonly [string, string] {
  const { pk, sk } = keyOf(n) as {
    readonly pk: { readonly S: string }
    readonly sk: { readonly S: string }
  }
  return [pk.S, sk.S]
}

/** What a request takes that is answered without a look at it. */
async function startEcho(): Promise<Disposable & { readonly port: number; readonly pid: number }> {
  const child = fork(fileURLToPath(new URL('dax/echo-process.js', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return { port, pid: child.pid!, [Symbol.dispose]: () => child.disconnect() }
}

/** From what the server prints. */
export function daxPortOf(server: ServerProcess): number {
  const port = /daxs?:\/\/[\w.[\]:]+:(\d+)/.exec(server.said())?.[1]
  if (port === undefined) throw new Error(`no door for DAX:\n${server.said()}`)
  return Number(port)
}
