/** Replicas and links of the server under test. */
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient, DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { headersOf, targetHeader } from '../load/request.js'

/** Load comes from the first. */
export const regions = { home: 'us-east-1', near: 'us-east-2', far: 'eu-west-1' } as const

const pollMs = 20

export function clientIn(url: string, region: string): DynamoDBClient {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }
  return new DynamoDBClient({ endpoint: url, region, credentials })
}

/** Adds a replica to a table at home, and waits until it is in service. */
export async function addReplica(
  url: string,
  TableName: string,
  RegionName: string,
): Promise<void> {
  const client = clientIn(url, regions.home)
  await client.send(
    new UpdateTableCommand({ TableName, ReplicaUpdates: [{ Create: { RegionName } }] }),
  )
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    const replica = Table?.Replicas?.find((each) => each.RegionName === RegionName)
    if (Table?.TableStatus === 'ACTIVE' && replica?.ReplicaStatus === 'ACTIVE') break
    await pause(pollMs)
  }
  client.destroy()
}

export interface PausedLink {
  readonly tableName: string
  readonly to: string
  readonly paused: boolean
}

/** Between home and another region, whose deployment is asked: what comes in is its business. */
export async function pauseLink(url: string, { tableName, to, paused }: PausedLink): Promise<void> {
  await callOwn({ url, region: to }, 'UpdateReplicationLink', {
    TableName: tableName,
    FromRegion: regions.home,
    ToRegion: to,
    Paused: paused,
  })
}

export interface Link {
  /** Changes that are not applied yet. */
  readonly pending: number | undefined
}

/** Those that come from home into a deployment, which is asked in one of its regions. */
export async function linksOf(place: Place, tableName: string): Promise<readonly Link[]> {
  const { Links } = (await callOwn(place, 'ListReplicationLinks', { TableName: tableName })) as {
    readonly Links: readonly { readonly FromRegion: string; readonly PendingChanges?: number }[]
  }
  const fromHome = Links.filter(({ FromRegion }) => FromRegion === regions.home)
  return fromHome.map(({ PendingChanges: pending }) => ({ pending }))
}

/** A region at a server. */
export interface Place {
  readonly url: string
  readonly region: string
}

/** Tells a deployment where another one is. */
export async function linkTo(from: Place, to: Place): Promise<void> {
  await callOwn(from, 'CreateLink', {
    Region: to.region,
    Endpoint: to.url,
    AccessKeyId: 'bench',
    SecretAccessKey: 'bench',
  })
}

/** An operation of this server's own service. */
async function callOwn({ url, region }: Place, operation: string, input: object): Promise<unknown> {
  const { authorization = '', ...headers } = headersOf(operation)
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      [targetHeader]: `Gramme_20261101.${operation}`,
      authorization: authorization.replace(/\/[^/]+\/dynamodb\//, `/${region}/gramme/`),
    },
    body: JSON.stringify(input),
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${body}`)
  return JSON.parse(body)
}
