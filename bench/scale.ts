/**
 * What a large table costs: point reads, queries and pages of a resumed scan on 1,000,000 items of
 * 300 bytes, compared with the same on 10,000 items, both tables on one server, in interleaved
 * rounds.
 *
 * GRAMME_SCALE_ITEMS sets another size of the large table.
 */
import { join } from 'node:path'
import { startServerProcess } from '../scripts/server-process.js'
import { createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { fill } from './scale/fill.js'
import { readings, type ScaleTable } from './scale/requests.js'

const large: ScaleTable = {
  name: 'large',
  itemCount: Number(process.env['GRAMME_SCALE_ITEMS'] ?? 1_000_000),
}
const small: ScaleTable = { name: 'small', itemCount: 10_000 }

const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 3000 }
const operationsMax = 200_000
const factorAllowed = 1.5

export async function runScale(): Promise<void> {
  await withDataFolder(measure)
}

async function measure(folder: string): Promise<void> {
  using load = new LoadGenerator()
  const args = ['--data-dir', join(folder, 'data')]
  await using server = await startServerProcess({ args })
  const port = portOf(server)
  console.log(`Tables of ${small.itemCount} and ${large.itemCount} items, on ${machine()}`)
  for (const one of [small, large]) {
    await createTable(server.url, one.name)
    await fill(load, port, one)
  }
  const contenders = readings.flatMap((reading) =>
    [small, large].map((of) => {
      const bodies = reading.bodies(of)
      return {
        name: nameOf(reading.name, of),
        run: (durationMs: number) =>
          load.run({
            ...{ port, operation: reading.operation, bodies },
            ...{ connections, durationMs, operationsMax },
          }),
      }
    }),
  )
  report(await medianLoads(contenders, roundOptions))
}

const nameOf = (reading: string, { itemCount }: ScaleTable): string =>
  `${reading}, ${itemCount} items`

function report(results: ReadonlyMap<string, LoadResult>): void {
  const rows = [...results].map(([name, { operationsPerSecond, p50Ms, p99Ms }]) => [
    ...[name, operationsPerSecond.toFixed(0), p50Ms.toFixed(2), p99Ms.toFixed(2)],
  ])
  console.log(table(['', 'per second', 'p50 ms', 'p99 ms'], rows))
  for (const { name } of readings) {
    const rate = (of: ScaleTable): number => results.get(nameOf(name, of))!.operationsPerSecond
    const factor = rate(small) / rate(large)
    const what = `${name} on ${large.itemCount} items costs ${ratio(factor, 1)}`
    console.log(targetLine(`${what}, at most ${factorAllowed}x wanted`, factor <= factorAllowed))
  }
}
