/**
 * Two servers on one PostgreSQL: the one that restores a table is killed in the middle. The other one
 * finishes it, and the table and its index have every item.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { attribute, hash, onDemand, projectAll } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const TableName = newTableName('restored')
const itemCount = 4000
const batchesAtOnce = 8
const batchSize = 25

const table: Json = {
  TableName,
  AttributeDefinitions: [attribute('pk', 'S'), attribute('group', 'N')],
  KeySchema: [hash('pk')],
  GlobalSecondaryIndexes: [
    { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll },
  ],
  ...onDemand,
}

describe('two servers on one database', () => {
  it('one finishes the restore that the other was doing when killed', async () => {
    const database = await postgresDatabase()
    const restoring = new ServerProcess(database.url)
    const client = clientOf({ url: await restoring.url() }, testCredentials)
    const second = new ServerProcess(database.url)
    try {
      const other = clientOf({ url: await second.url() }, testCredentials)
      await load(client)
      const target = await stopInTheMiddle(restoring, client, other)
      await restoring.kill()
      const { ItemCount, GlobalSecondaryIndexes } = await other.untilActive(target)
      const [index] = GlobalSecondaryIndexes as readonly Json[]
      assert.deepEqual([ItemCount, index?.['ItemCount']], [itemCount, itemCount])
      assert.equal(await second.stop(), 0)
    } finally {
      await restoring.kill()
      await second.kill()
    }
    await verify(database.url)
    await database.remove()
  })
})

async function load(client: Client): Promise<void> {
  await client.ask('CreateTable', table)
  await client.ask('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  for (let n = 0; n < itemCount; n += batchSize * batchesAtOnce) {
    const batches = Array.from({ length: batchesAtOnce }, (_, batch) => {
      const puts = Array.from({ length: batchSize }, (_, i) => {
        const number = n + batch * batchSize + i
        const Item = { pk: { S: `item-${number}` }, group: { N: String(number % 9) } }
        return { PutRequest: { Item } }
      })
      return client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
    })
    await Promise.all(batches)
  }
}

/** Suspends the server while it restores; if it finished before that, it restores again. */
async function stopInTheMiddle(
  restoring: ServerProcess,
  client: Client,
  other: Client,
): Promise<string> {
  let target = ''
  const isRestoring = async (): Promise<boolean> => {
    target = newTableName('target')
    const input = { SourceTableName: TableName, UseLatestRestorableTime: true }
    await client.ask('RestoreTableToPointInTime', { ...input, TargetTableName: target })
    await delay(50)
    restoring.halt()
    const { Table } = (await other.ask('DescribeTable', { TableName: target })) as { Table: Json }
    if (Table['TableStatus'] === 'CREATING') return true
    restoring.resume()
    return false
  }
  await until(isRestoring, () => 'every restore was over before it could be halted')
  return target
}
