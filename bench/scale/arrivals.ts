/**
 * Hundreds of clients that connect at once and send requests from then on, as after a restart, beside bare node:http: how
 * long those wait that are let in last. The clients are wrk's, which connect faster than a program in Node can.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import { requireWrk, runWrk, type WrkResult } from '../compare/wrk.js'
import { startBareProcess } from '../load/bare-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { rawRequest } from '../load/request.js'
import { portOf } from '../load/server.js'
import { table } from '../report.js'
import { median } from '../rounds.js'
import { fill } from './fill.js'
import type { ScalePart, Stage } from './part.js'
import { itemOf, readings, type ScaleTable } from './requests.js'

const counts = [250, 400, 500, 1000]
const rounds = 3
const seconds = 2
const of: ScaleTable = { name: 'arrivals', itemCount: 1000, itemBytes: 1024 }

interface Contender {
  readonly name: string
  readonly port: number
}

export const arrivalsPart: ScalePart = { name: 'arrivals', needs: 'wrk', run: measure }

async function measure({ folder }: Stage): Promise<void> {
  requireWrk()
  const { operation, bodies } = readings[0]!
  const body = bodies(of)[0]!
  using bare = await startBareProcess({ answers: { [operation]: { Item: itemOf(0, of) } } })
  await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
  await createTable(server.url, of.name)
  using load = new LoadGenerator()
  await fill(load, portOf(server), of)
  const contenders = [
    { name: 'Gramme', port: portOf(server) },
    { name: 'bare node:http', port: bare.port },
  ]
  const send = ({ port }: Contender, connections: number): Promise<WrkResult> => {
    const file = join(folder, 'request')
    writeFileSync(file, rawRequest({ operation, body, port }))
    const url = `http://127.0.0.1:${port}`
    return runWrk({ url, file, first: 0, connections, seconds, delayMs: 0 })
  }
  for (const contender of contenders) await send(contender, counts[0]!)
  const rows: string[][] = []
  for (const count of counts) {
    const seen = contenders.map((contender) => ({ contender, results: [] as WrkResult[] }))
    for (let round = 0; round < rounds; round++) {
      for (const { contender, results } of seen) results.push(await send(contender, count))
    }
    for (const { contender, results } of seen) rows.push(rowOf(contender, count, results))
  }
  console.log(table(['clients', '', 'requests/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows))
}

function rowOf({ name }: Contender, count: number, results: readonly WrkResult[]): string[] {
  const of = (figure: (result: WrkResult) => number) => median(results.map(figure))
  const perSecond = of(({ requests, microseconds }) => (requests * 1e6) / microseconds).toFixed(0)
  const times = [of(({ p50 }) => p50), of(({ p99 }) => p99), of(({ p999 }) => p999)]
  return [String(count), name, perSecond, ...times.map((each) => (each / 1000).toFixed(1))]
}
