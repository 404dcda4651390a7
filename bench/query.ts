/**
 * Query of 20 items of 200 bytes over HTTP, against what node:http reaches at best with an answer of
 * that size. Interleaved rounds, medians, as in `item-operations.ts`.
 */
import { join } from 'node:path'
import { itemSizeBytes } from '../src/model/item-size.js'
import type { Item } from '../src/model/item.js'
import { startServerProcess } from '../scripts/server-process.js'
import { startBareProcess } from './load/bare-process.js'
import { createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { padded } from './padded-item.js'
import { machine, ratio, table } from './report.js'

const tableName = 'bench'
const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 3000 }
const operationsMax = 200_000
const fillDurationMsMax = 60_000
const partitions = 200
const itemsPerQuery = 20
const itemSize = 200
const names = { bare: 'Query, bare node:http', query: 'Query' } as const

export async function runQuery(): Promise<void> {
  await withDataFolder(async (folder) => report(await measure(folder)))
}

async function measure(folder: string): Promise<ReadonlyMap<string, LoadResult>> {
  using load = new LoadGenerator()
  const answer = { Items: itemsOf(0), Count: itemsPerQuery, ScannedCount: itemsPerQuery }
  using bare = await startBareProcess({ answers: { Query: answer } })
  await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
  await createTable(server.url, tableName)
  await fill(load, portOf(server))
  const bodies = each(partitions).map((partition) => JSON.stringify(queryOf(partition)))
  const over = (name: string, port: number) => ({
    name,
    run: (durationMs: number) =>
      load.run({ port, operation: 'Query', bodies, connections, durationMs, operationsMax }),
  })
  const contenders = [over(names.bare, bare.port), over(names.query, portOf(server))]
  return await medianLoads(contenders, roundOptions)
}

async function fill(load: LoadGenerator, port: number): Promise<void> {
  const bodies = each(partitions).map((partition) => {
    const requests = itemsOf(partition).map((Item) => ({ PutRequest: { Item } }))
    return JSON.stringify({ RequestItems: { [tableName]: requests } })
  })
  const bounds = { durationMs: fillDurationMsMax, operationsMax: bodies.length }
  await load.run({ port, operation: 'BatchWriteItem', bodies, connections, ...bounds })
}

function itemsOf(partition: number): readonly Item[] {
  return each(itemsPerQuery).map((n) =>
    padded({ pk: { S: `customer#${partition}` }, sk: { S: `order#${1000 + n}` } }, itemSize),
  )
}

function queryOf(partition: number): object {
  return {
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: `customer#${partition}` } },
  }
}

function each(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n)
}

function report(results: ReadonlyMap<string, LoadResult>): void {
  const bare = results.get(names.bare)!.operationsPerSecond
  const rows = [...results].map(([name, { operationsPerSecond, p50Ms, p99Ms }]) => [
    name,
    operationsPerSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    ratio(operationsPerSecond, bare),
  ])
  const bytes = itemSizeBytes(itemsOf(0)[0]!)
  console.log(
    `Query of ${itemsPerQuery} items of ${bytes} bytes over ${connections} connections, on ${machine()}`,
  )
  console.log(table(['', 'per second', 'p50 ms', 'p99 ms', 'of bare'], rows))
}
