/**
 * What encryption at rest costs: a server with a master key against one without. Values that were used lately
 * are kept in the clear; one row reads among more items than the others.
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

const loads = [
  { name: 'GetItem of 1 KB', operation: 'GetItem', bodies: getBodies, ratioMax },
  {
    name: `GetItem of 1 KB, ${manyCount} items`,
    operation: 'GetItem',
    bodies: manyGetBodies,
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
  await using plain = await startServerProcess({ args: args('plain') })
  await using encrypted = await startServerProcess({ args: args('encrypted'), env })
  for (const server of [plain, encrypted]) await fill(server)
  await use([plain, encrypted])
}

async function fill(server: ServerProcess): Promise<void> {
  using load = new LoadGenerator()
  await createTable(server.url, tableName)
  const job = { port: portOf(server), connections: comparedConnections, durationMs: 60_000 }
  await load.run({ ...job, operation: 'PutItem', bodies: putBodies, operationsMax: keyCount })
  for (const bodies of [queriedBodies, manyPutBodies]) {
    const batches = { operation: 'BatchWriteItem', bodies, operationsMax: bodies.length }
    await load.run({ ...job, ...batches })
  }
}
