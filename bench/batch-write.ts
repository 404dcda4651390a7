/**
 * BatchWriteItem of 25 against single PutItems, in items per second, durable, over as many connections.
 * Interleaved rounds, medians, as in `item-operations.ts`.
 */
import { join } from 'node:path'
import { startServerProcess } from '../scripts/server-process.js'
import { itemOf, keyCount, putBodies, tableName } from './item-operations/requests.js'
import { createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { padded } from './padded-item.js'
import { machine, ratio, table, targetLine } from './report.js'

const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 3000 }
const operationsMax = 200_000
const batchSize = 25
const smallItemBytes = 200
const factorWanted = 4

const smallItem = (index: number) =>
  padded({ pk: { S: `small#${index}` }, sk: { S: 'order#1' } }, smallItemBytes)

interface Writing {
  readonly name: string
  readonly operation: string
  readonly bodies: readonly string[]
  readonly itemsPerRequest: number
}

const [small, large] = [`items of ${smallItemBytes} bytes`, 'items of about 1 KB']
const writings: readonly Writing[] = [
  { ...single(smallPuts()), name: `PutItem, ${small}` },
  { ...batched(smallItem), name: `BatchWriteItem, ${small}` },
  { ...single(putBodies), name: `PutItem, ${large}` },
  { ...batched(itemOf), name: `BatchWriteItem, ${large}` },
]

function smallPuts(): readonly string[] {
  const indexes = Array.from({ length: keyCount }, (_, index) => index)
  return indexes.map((index) => JSON.stringify({ TableName: tableName, Item: smallItem(index) }))
}

function single(bodies: readonly string[]) {
  return { operation: 'PutItem', bodies, itemsPerRequest: 1 }
}

function batched(item: (index: number) => object) {
  const bodies = Array.from({ length: keyCount / batchSize }, (_, batch) => {
    const requests = Array.from({ length: batchSize }, (_, n) => ({
      PutRequest: { Item: item(batch * batchSize + n) },
    }))
    return JSON.stringify({ RequestItems: { [tableName]: requests } })
  })
  return { operation: 'BatchWriteItem', bodies, itemsPerRequest: batchSize }
}

export async function runBatchWrite(): Promise<void> {
  await withDataFolder(async (folder) => report(await measure(folder)))
}

async function measure(folder: string): Promise<ReadonlyMap<string, LoadResult>> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
  await createTable(server.url, tableName)
  const port = portOf(server)
  const contenders = writings.map(({ name, operation, bodies }) => ({
    name,
    run: (durationMs: number) =>
      load.run({ port, operation, bodies, connections, durationMs, operationsMax }),
  }))
  return await medianLoads(contenders, roundOptions)
}

function report(results: ReadonlyMap<string, LoadResult>): void {
  const itemRates = writings.map(
    ({ name, itemsPerRequest }) => results.get(name)!.operationsPerSecond * itemsPerRequest,
  )
  const rows = writings.map(({ name }, index) => {
    const { operationsPerSecond, p50Ms, p99Ms } = results.get(name)!
    const requests = operationsPerSecond.toFixed(0)
    return [name, requests, itemRates[index]!.toFixed(0), p50Ms.toFixed(2), p99Ms.toFixed(2)]
  })
  console.log(`Durable writes over ${connections} connections, on ${machine()}`)
  console.log(table(['', 'requests per second', 'items per second', 'p50 ms', 'p99 ms'], rows))
  reportFactor(small, itemRates[1]! / itemRates[0]!)
  reportFactor(large, itemRates[3]! / itemRates[2]!)
}

function reportFactor(items: string, factor: number): void {
  const what = `BatchWriteItem of ${batchSize} against PutItem, ${items}: ${ratio(factor, 1)}`
  console.log(targetLine(`${what}, wanted ${factorWanted}x`, factor >= factorWanted))
}
