/**
 * What encryption at rest costs: GetItem, PutItem and Query of servers with and without a master key, in
 * interleaved rounds, by the CPU time that their processes took for a request. Values that were used lately
 * are kept in the clear; one row reads among more items than that.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import {
  getBodies,
  itemOf,
  keyCount,
  keyOf,
  putBodies,
  tableName,
} from './item-operations/requests.js'
import { createTable } from './load/call.js'
import { LoadGenerator } from './load/load.js'
import { processorMs } from './load/processor-time.js'
import { portOf, withDataFolder } from './load/server.js'
import { padded } from './padded-item.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'

const connections = 16
const rounds = 7
const roundMs = 1000
const operationsMax = 200_000
/** Of the CPU time without encryption. */
const ratioMax = 1.25

const modes = ['plain', 'encrypted'] as const
type Mode = (typeof modes)[number]

interface Operation {
  readonly name: string
  readonly operation: 'GetItem' | 'PutItem' | 'Query'
  readonly bodies: readonly string[]
}

const partitions = Array.from({ length: 100 }, (_, n) => ({ S: `query#${n}` }))
const itemsPerQuery = 20
const queriedItemBytes = 200

const queryBodies = partitions.map((pk) =>
  JSON.stringify({
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  }),
)

const queriedBodies = partitions.map((pk) => {
  const requests = Array.from({ length: itemsPerQuery }, (_, n) => ({
    PutRequest: { Item: padded({ pk, sk: { S: `order#${1000 + n}` } }, queriedItemBytes) },
  }))
  return JSON.stringify({ RequestItems: { [tableName]: requests } })
})

/** With their stored form, several times the memory for values that were used lately. */
const manyCount = 60_000
const manyIndexes = Array.from({ length: manyCount }, (_, n) => keyCount + n)
const manyGetBodies = manyIndexes.map((index) =>
  JSON.stringify({ TableName: tableName, Key: keyOf(index) }),
)
const batchSize = 25
const manyPutBodies = Array.from({ length: manyCount / batchSize }, (_, batch) => {
  const indexes = manyIndexes.slice(batch * batchSize, (batch + 1) * batchSize)
  const requests = indexes.map((index) => ({ PutRequest: { Item: itemOf(index) } }))
  return JSON.stringify({ RequestItems: { [tableName]: requests } })
})

const operations: readonly Operation[] = [
  { name: 'GetItem of 1 KB', operation: 'GetItem', bodies: getBodies },
  { name: `GetItem of 1 KB, ${manyCount} items`, operation: 'GetItem', bodies: manyGetBodies },
  { name: 'PutItem of 1 KB', operation: 'PutItem', bodies: putBodies },
  { name: `Query of ${itemsPerQuery} items`, operation: 'Query', bodies: queryBodies },
]

export async function runEncryption(): Promise<void> {
  await withDataFolder(async (folder) => report(await measure(folder)))
}

type Figures = ReadonlyMap<string, Readonly<Record<Mode, number>>>

async function measure(folder: string): Promise<Figures> {
  using load = new LoadGenerator()
  const key = randomBytes(32).toString('base64')
  await using plain = await start(folder, 'plain', {})
  await using encrypted = await start(folder, 'encrypted', { GRAMME_MASTER_KEY: key })
  const servers = { plain, encrypted }
  for (const mode of modes) await fill(load, servers[mode])
  const figures = new Map<string, Record<Mode, number>>()
  for (const each of operations) {
    const samples: Record<Mode, number[]> = { plain: [], encrypted: [] }
    // The first round warms the compiler up.
    for (let round = 0; round <= rounds; round++) {
      for (const mode of modes) {
        const microseconds = await cpuPerRequest(load, servers[mode], each)
        if (round > 0) samples[mode].push(microseconds)
      }
    }
    figures.set(each.name, { plain: median(samples.plain), encrypted: median(samples.encrypted) })
  }
  return figures
}

function start(folder: string, mode: Mode, env: Readonly<Record<string, string>>) {
  const args = ['--data-dir', join(folder, mode), '--durability', 'relaxed']
  return startServerProcess({ args, env })
}

async function fill(load: LoadGenerator, server: ServerProcess): Promise<void> {
  await createTable(server.url, tableName)
  const asked = { port: portOf(server), connections, durationMs: 60_000 }
  const items = { operation: 'PutItem', bodies: putBodies, operationsMax: keyCount } as const
  await load.run({ ...asked, ...items })
  for (const bodies of [queriedBodies, manyPutBodies]) {
    const batches = { operation: 'BatchWriteItem', bodies, operationsMax: bodies.length } as const
    await load.run({ ...asked, ...batches })
  }
}

async function cpuPerRequest(
  load: LoadGenerator,
  server: ServerProcess,
  { operation, bodies }: Operation,
): Promise<number> {
  const before = processorMs(server.pid)
  const port = portOf(server)
  const asked = { port, operation, bodies, connections, durationMs: roundMs, operationsMax }
  const { operationsPerSecond } = await load.run(asked)
  const requests = (operationsPerSecond * roundMs) / 1000
  return ((processorMs(server.pid) - before) * 1000) / requests
}

function report(figures: Figures): void {
  const rows = [...figures].map(([name, { plain, encrypted }]) => [
    name,
    plain.toFixed(1),
    encrypted.toFixed(1),
    ratio(encrypted, plain),
  ])
  console.log(`CPU time of a request with encryption at rest, on ${machine()}`)
  console.log(table(['', 'plain µs', 'encrypted µs', 'ratio'], rows))
  const holds = [...figures.values()].every((each) => each.encrypted <= ratioMax * each.plain)
  console.log(targetLine(`at most ${ratioMax} times the CPU time`, holds))
}
