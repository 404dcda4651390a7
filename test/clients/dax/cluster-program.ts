/**
 * A real client of DAX and two servers of one PostgreSQL database: it is told of the first one alone, finds the
 * second, and goes on when the first is killed. A program, which prints a line of JSON for each check. Its arguments are the client and
 * the folder that it is installed in.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { openDaxCluster } from '../../dax/dax-cluster.js'
import { until } from '../../support/until.js'
import {
  createClient,
  type ClientKind,
  type Document,
  type DocumentOperation,
} from './javascript-clients.js'

const [kind, folder] = process.argv.slice(2) as [ClientKind, string]
const TableName = 'Shop'
const attemptMsMax = 2_000

const cluster = await openDaxCluster()
const first = await cluster.start()
const second = await cluster.start()
await until(
  async () => (await first.told()).length === 2,
  () => 'the servers did not find each other',
)
await first.client.ask('CreateTable', {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
})
await first.client.untilActive(TableName)
const dax = createClient(kind, { folder, endpoint: `dax://127.0.0.1:${first.daxPort}` })
try {
  await check('writes and reads with two servers', writeAndRead)
  await check('goes on when the server that it was told of is killed', surviveOne)
} finally {
  dax.close()
  await cluster.stop()
}
process.exit(0)

async function writeAndRead(): Promise<void> {
  for (let n = 0; n < 20; n++) await dax.call('put', { TableName, Item: { pk: `k${n}`, n } })
  for (let n = 0; n < 20; n++) {
    const { Item } = await dax.call('get', { TableName, Key: { pk: `k${n}` } })
    assert.deepEqual(Item, { pk: `k${n}`, n })
  }
}

async function surviveOne(): Promise<void> {
  first.kill()
  await insist('put', { TableName, Item: { pk: 'after', n: 1 } })
  const { Item } = await insist('get', { TableName, Key: { pk: 'after' } })
  assert.deepEqual(Item, { pk: 'after', n: 1 })
  assert.deepEqual(await second.told(), [second.daxPort])
  await writeAndRead()
}

/** A client may never settle what it has sent to a server that is gone. */
async function insist(operation: DocumentOperation, input: Document): Promise<Document> {
  let answer: Document | undefined
  const isAnswered = async (): Promise<boolean> => {
    const asked = dax.call(operation, input).catch(() => undefined)
    answer = await Promise.race([asked, pause(attemptMsMax, undefined)])
    return answer !== undefined && (await second.told()).length === 1
  }
  await until(isAnswered, () => 'the client did not find the other server')
  return answer!
}

async function check(name: string, run: () => Promise<void>): Promise<void> {
  const fault = await run().then(
    () => null,
    (error: unknown) => String(error),
  )
  console.log(JSON.stringify({ name, fault }))
}
