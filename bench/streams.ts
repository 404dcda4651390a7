/**
 * What a stream costs writers, and how soon its records can be read. Durable PutItems that each
 * change their item, on tables without a stream and with the smallest and the largest view, in
 * interleaved rounds; then single writes while a reader polls.
 */
import { join } from 'node:path'
import { startServerProcess } from '../scripts/server-process.js'
import { itemOf, keyCount } from './item-operations/requests.js'
import { call, createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'

const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 2000 }
const operationsMax = 200_000
const timedWrites = 500
/** "Within a fraction of a second". */
const delayMsWanted = 100

const tables = [
  { name: 'PutItem, no stream', tableName: 'plain', view: undefined },
  { name: 'PutItem, KEYS_ONLY', tableName: 'keys', view: 'KEYS_ONLY' },
  { name: 'PutItem, NEW_AND_OLD_IMAGES', tableName: 'images', view: 'NEW_AND_OLD_IMAGES' },
] as const

/** Every put finds another version of its item: a put that changes nothing leaves no record. */
function changingPuts(TableName: string): readonly string[] {
  const versions = ['even', 'odd']
  return versions.flatMap((version) =>
    Array.from({ length: keyCount }, (_, index) =>
      JSON.stringify({ TableName, Item: { ...itemOf(index), version: { S: version } } }),
    ),
  )
}

const streaming = (StreamViewType: string) => ({
  StreamSpecification: { StreamEnabled: true, StreamViewType },
})

export async function runStreams(): Promise<void> {
  await withDataFolder(async (folder) => {
    await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
    for (const { tableName, view } of tables) {
      await createTable(server.url, tableName, view && streaming(view))
    }
    reportCost(await measureCost(portOf(server)))
    reportDelays(await measureDelays(server.url))
  })
}

async function measureCost(port: number): Promise<ReadonlyMap<string, LoadResult>> {
  using load = new LoadGenerator()
  const contenders = tables.map(({ name, tableName }) => {
    const bodies = changingPuts(tableName)
    const request = { port, operation: 'PutItem', bodies, connections, operationsMax }
    return { name, run: (durationMs: number) => load.run({ ...request, durationMs }) }
  })
  return await medianLoads(contenders, roundOptions)
}

function reportCost(results: ReadonlyMap<string, LoadResult>): void {
  const plain = results.get(tables[0].name)!.operationsPerSecond
  const rows = tables.map(({ name }) => {
    const { operationsPerSecond, p50Ms, p99Ms } = results.get(name)!
    const times = [p50Ms.toFixed(2), p99Ms.toFixed(2)]
    return [name, operationsPerSecond.toFixed(0), ratio(operationsPerSecond, plain), ...times]
  })
  console.log(`Durable writes of 1 KB over ${connections} connections, on ${machine()}`)
  console.log(table(['', 'per second', 'of no stream', 'p50 ms', 'p99 ms'], rows))
}

interface Delays {
  /** From sending the write to its answer, and to receiving its record. */
  readonly answered: readonly number[]
  readonly read: readonly number[]
}

/** A table of one shard, a writer that waits for each record, and a reader that polls all the time. */
async function measureDelays(url: string): Promise<Delays> {
  const one = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
  await createTable(url, 'delays', {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: one,
    ...streaming('KEYS_ONLY'),
  })
  let iterator = await newestIterator(url, 'delays')
  const [answered, read]: [number[], number[]] = [[], []]
  for (let n = 0; n < timedWrites; n++) {
    const sentAt = performance.now()
    const written = put(url, n).then(() => answered.push(performance.now() - sentAt))
    for (let found = false; !found;) {
      const page = await call(url, 'GetRecords', { ShardIterator: iterator })
      const { Records, NextShardIterator } = page as RecordsPage
      found = Records.length > 0
      iterator = NextShardIterator
    }
    read.push(performance.now() - sentAt)
    await written
  }
  return { answered, read }
}

interface RecordsPage {
  readonly Records: readonly unknown[]
  readonly NextShardIterator: string
}

function put(url: string, n: number): Promise<unknown> {
  return call(url, 'PutItem', { TableName: 'delays', Item: { ...itemOf(n), n: { N: String(n) } } })
}

async function newestIterator(url: string, TableName: string): Promise<string> {
  const { Table } = (await call(url, 'DescribeTable', { TableName })) as {
    Table: { LatestStreamArn: string }
  }
  const StreamArn = Table.LatestStreamArn
  const { StreamDescription } = (await call(url, 'DescribeStream', { StreamArn })) as {
    StreamDescription: { Shards: readonly { ShardId: string }[] }
  }
  const [{ ShardId }] = StreamDescription.Shards as [{ ShardId: string }]
  const place = { StreamArn, ShardId, ShardIteratorType: 'LATEST' }
  const { ShardIterator } = (await call(url, 'GetShardIterator', place)) as {
    ShardIterator: string
  }
  return ShardIterator
}

function reportDelays({ answered, read }: Delays): void {
  const behind = read.map((time, i) => Math.max(0, time - answered[i]!))
  const row = (name: string, times: readonly number[]) => {
    return [name, quantile(times, 0.5).toFixed(2), quantile(times, 0.99).toFixed(2)]
  }
  const rows = [
    row('write answered, since sent', answered),
    row('record read, since sent', read),
    row('record read, since the write was answered', behind),
  ]
  console.log(`${timedWrites} single writes while a reader polls`)
  console.log(table(['', 'p50 ms', 'p99 ms'], rows))
  const p99 = quantile(behind, 0.99)
  const what = `a record is read ${p99.toFixed(1)} ms after its write was answered (p99)`
  console.log(targetLine(`${what}, wanted ${delayMsWanted} ms`, p99 <= delayMsWanted))
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
