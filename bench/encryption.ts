/**
 * What encryption at rest costs: a server with a master key against one without. Values that were written or read
 * lately are kept in the clear, so one row reads items that were written since the servers were started, and one reads
 * items that were stored before and are hardly read twice.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '../scripts/server-process.js'
import {
  getBodies,
  itemOf,
  keyCount,
  keyOf,
  putBodies,
  tableName,
} from './item-operations/requests.js'
import { createTable } from './load/call.js'
import { compareCosts, comparedConnections, type UseServers } from './load/compare-costs.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { padded } from './padded-item.js'
import { machine } from './report.js'

const comparison = {
  names: ['plain', 'encrypted'],
  starts: 5,
  rounds: { rounds: 6, roundMs: 500, warmUpMs: 2000 },
} as const
const ratioMax = 1.25

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

/** More than are read twice while they are measured. */
const manyCount = 60_000
const batchSize = 25

/** Many items that only these requests use. */
function manyItems(first: number) {
  const indexes = Array.from({ length: manyCount }, (_, n) => first + n)
  const gets = indexes.map((index) => JSON.stringify({ TableName: tableName, Key: keyOf(index) }))
  const puts = Array.from({ length: manyCount / batchSize }, (_, batch) => {
    const batched = indexes.slice(batch * batchSize, (batch + 1) * batchSize)
    const requests = batched.map((index) => ({ PutRequest: { Item: itemOf(index) } }))
    return JSON.stringify({ RequestItems: { [tableName]: requests } })
  })
  return { gets, puts }
}

const storedBefore = manyItems(keyCount)
const writtenSince = manyItems(keyCount + manyCount)

const loads = [
  { name: 'GetItem of 1 KB', operation: 'GetItem', bodies: getBodies, ratioMax },
  {
    name: `GetItem of 1 KB, ${manyCount} items written before`,
    operation: 'GetItem',
    bodies: writtenSince.gets,
    ratioMax,
  },
  {
    name: `GetItem of 1 KB, ${manyCount} items not used before`,
    operation: 'GetItem',
    bodies: storedBefore.gets,
    ratioMax,
  },
  { name: 'PutItem of 1 KB', operation: 'PutItem', bodies: putBodies, ratioMax },
  { name: `Query of ${itemsPerQuery} items`, operation: 'Query', bodies: queryBodies, ratioMax },
]

export async function runEncryption(): Promise<void> {
  console.log(`Encryption at rest, ${comparedConnections} connections, on ${machine()}`)
  await compareCosts({ ...comparison, loads }, (use) =>
    withDataFolder((folder) => withServers(folder, use)),
  )
}

async function withServers(folder: string, use: UseServers): Promise<void> {
  const args = (mode: string) => ['--data-dir', join(folder, mode), '--durability', 'relaxed']
  const env = { GRAMME_MASTER_KEY: randomBytes(32).toString('base64') }
  const options = [{ args: args('plain') }, { args: args('encrypted'), env }] as const
  for (const each of options) await store(each)
  await using plain = await startServerProcess(options[0])
  await using encrypted = await startServerProcess(options[1])
  for (const server of [plain, encrypted]) await write(server, writtenSince.puts)
  await use([plain, encrypted])
}

/** By a server of its own, which is then stopped. */
async function store(options: ServerProcessOptions): Promise<void> {
  await using server = await startServerProcess(options)
  await createTable(server.url, tableName)
  await write(server, putBodies, 'PutItem')
  for (const bodies of [queriedBodies, storedBefore.puts]) await write(server, bodies)
}

async function write(
  server: ServerProcess,
  bodies: readonly string[],
  operation = 'BatchWriteItem',
): Promise<void> {
  using load = new LoadGenerator()
  const job = { port: portOf(server), connections: comparedConnections, durationMs: 60_000 }
  await load.run({ ...job, operation, bodies, operationsMax: bodies.length })
}
