/** Two servers on one PostgreSQL database: what one of them writes in a region, the other reads in another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, Json } from '../support/client.js'
import { startServers } from '../support/several-servers.js'
import { until } from '../support/until.js'

const TableName = 'replicated'
const west = 'us-west-2'

interface Scanned {
  readonly Items: readonly { readonly pk: { readonly S: string } }[]
}

async function names(client: Client): Promise<readonly string[]> {
  const { Items } = (await client.ask('Scan', { TableName })) as unknown as Scanned
  return Items.map(({ pk }) => pk.S).toSorted()
}

function put(client: Client, name: string): Promise<Json> {
  return client.ask('PutItem', { TableName, Item: { pk: { S: name } } })
}

describe('two servers on one database that replicate', () => {
  it('bring the writes of both to every region', async () => {
    const servers = await startServers(2, '', ['--table-transition-ms', '0'])
    try {
      const [one, other] = [servers.each[0]!, servers.each[1]!.as({ region: west })]
      await one.ask('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      })
      await put(one, 'before')
      const ReplicaUpdates = [{ Create: { RegionName: west } }]
      await one.ask('UpdateTable', { TableName, ReplicaUpdates })
      const isThere = async () => (await other.call('Scan', { TableName })).status === 200
      await until(isThere, () => 'the replica does not become ACTIVE')
      const writes = Array.from({ length: 40 }, (_, i) => i)
      await Promise.all(writes.map((i) => put(i % 2 === 0 ? one : other, `item-${i}`)))
      await until(
        async () => JSON.stringify(await names(one)) === JSON.stringify(await names(other)),
        () => 'the regions do not become equal',
      )
      assert.equal((await names(one)).length, 1 + writes.length)
    } finally {
      await servers.stop()
    }
  })
})
