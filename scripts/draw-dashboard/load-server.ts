/** A load that grows until a table is throttled, so that a picture of it has something to show. */
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, testCredentials, type Client, type Json } from '../../test/support/client.js'

const tickMs = 100

export async function loadServer(url: string, seconds: number): Promise<void> {
  const client = clientOf({ url }, testCredentials)
  for (const [TableName, units] of [
    ['Music', 15],
    ['Orders', 60],
  ] as const) {
    await client.ask('CreateTable', tableOf(TableName, units))
    await client.untilActive(TableName)
  }
  const ticks = (seconds * 1000) / tickMs
  const under: Promise<unknown>[] = []
  for (let tick = 0; tick < ticks; tick++) {
    const share = Math.sin((Math.PI * tick) / ticks)
    under.push(...callsOf(client, tick, Math.round(2 + 18 * share)))
    await pause(tickMs)
  }
  await Promise.all(under)
  client.sdk.destroy()
  client.streams.destroy()
}

function tableOf(TableName: string, units: number): Json {
  return {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units },
  }
}

/** Writes of Music are large, so that they use up what the table has saved. */
function callsOf(client: Client, tick: number, count: number): readonly Promise<unknown>[] {
  const large = { S: 'x'.repeat(3_000) }
  return Array.from({ length: count }, (_, i) => {
    const pk = { S: `${tick}-${i}` }
    if (i % 4 === 0) return client.call('PutItem', { TableName: 'Orders', Item: { pk } })
    if (i % 4 === 1) return client.call('GetItem', { TableName: 'Orders', Key: { pk } })
    if (i % 4 === 2) {
      return client.call('PutItem', { TableName: 'Music', Item: { pk, large, more: large } })
    }
    const values = { ':pk': pk }
    return client.call('Query', {
      TableName: 'Music',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: values,
    })
  })
}
