/** Two deployments that are linked to each other over lines that can be cut, and a table in both. */
import { setTimeout as pause } from 'node:timers/promises'
import { callTo } from '../../src/server/endpoint-call.js'
import { clientOf, type Client, type Json } from '../support/client.js'
import { until } from '../support/until.js'
import { openLine, type Line } from './cut-line.js'

export const key = { accessKeyId: 'linkedTest', secretAccessKey: 'linkedTestSecret' }
export const regions = ['us-east-1', 'eu-west-1'] as const

/** A server of a deployment, wherever it runs. */
export interface LinkedServer {
  readonly url: string
}

export interface Side {
  readonly client: Client
  /** Which the other side uses. */
  readonly line: Line
}

export interface Pair {
  readonly here: Side
  readonly there: Side
  close(): void
}

/** Links servers to each other. */
export async function link(...servers: readonly [LinkedServer, LinkedServer]): Promise<Pair> {
  const sides = await Promise.all(
    servers.map(async ({ url }, i): Promise<Side> => {
      const line = await openLine(Number(new URL(url).port))
      return { client: clientOf({ url }, { ...key, region: regions[i]! }), line }
    }),
  )
  const [here, there] = sides as [Side, Side]
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = key
    const { url, region } = from.client
    await callTo({ ...key, url: new URL(url), region })('gramme.CreateLink', {
      Region: to.client.region,
      Endpoint: to.line.url,
      AccessKeyId,
      SecretAccessKey,
    })
  }
  const close = () => {
    for (const { client, line } of sides) {
      client.sdk.destroy()
      client.streams.destroy()
      line.close()
    }
  }
  return { here, there, close }
}

export const keyedByText = {
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
}

/** The status of the table, and those of its replicas. */
export async function statuses({ client }: Side, TableName: string): Promise<string> {
  const { status, body, type } = await client.call('DescribeTable', { TableName })
  if (status !== 200) return type ?? ''
  const { TableStatus, Replicas = [] } = body['Table'] as {
    readonly TableStatus: string
    readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
  }
  const others = Replicas.map((each) => `${each.RegionName} ${each.ReplicaStatus}`)
  return [TableStatus, ...others].join(', ')
}

export async function untilStatus(side: Side, TableName: string, wanted: string): Promise<void> {
  let seen = ''
  await until(
    async () => (seen = await statuses(side, TableName)) === wanted,
    () => `${TableName} in ${side.client.region} is ${seen}, not ${wanted}`,
  )
}

/** Adds the other side as a replica, and waits until both say so. */
export async function replicate({ here, there }: Pair, TableName: string): Promise<void> {
  const ReplicaUpdates = [{ Create: { RegionName: there.client.region } }]
  await here.client.ask('UpdateTable', { TableName, ReplicaUpdates })
  await untilStatus(here, TableName, `ACTIVE, ${there.client.region} ACTIVE`)
  await untilStatus(there, TableName, `ACTIVE, ${here.client.region} ACTIVE`)
}

export async function put({ client }: Side, TableName: string, pk: string, n: number) {
  await client.ask('PutItem', { TableName, Item: { pk: { S: pk }, n: { N: String(n) } } })
}

export async function remove({ client }: Side, TableName: string, pk: string) {
  await client.ask('DeleteItem', { TableName, Key: { pk: { S: pk } } })
}

/** Every item as `pk=n`, in the order of keys. */
export async function itemsOf({ client }: Side, TableName: string): Promise<string> {
  const found: string[] = []
  let ExclusiveStartKey: unknown
  do {
    const page: Json = await client.ask('Scan', {
      TableName,
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
    })
    for (const { pk, n } of page['Items'] as readonly { pk: { S: string }; n: { N: string } }[]) {
      found.push(`${pk.S}=${n.N}`)
    }
    ExclusiveStartKey = page['LastEvaluatedKey']
  } while (ExclusiveStartKey !== undefined)
  return found.sort().join(' ')
}

/** Waits until both sides have the same items; resolves with them. */
export async function untilEqual({ here, there }: Pair, TableName: string): Promise<string> {
  let [a, b] = ['', 'unread']
  await until(
    async () => {
      ;[a, b] = await Promise.all([itemsOf(here, TableName), itemsOf(there, TableName)])
      if (a === b) return true
      await pause(50)
      return false
    },
    () => `the sides differ: ${a.slice(0, 500)} and ${b.slice(0, 500)}`,
  )
  return a
}
