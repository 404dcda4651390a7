/**
 * A client of the server under test, in two forms: `sdk` is the AWS SDK as users have it, `call`
 * sends any JSON at all, for requests that the SDK would refuse or correct.
 *
 * Tables created through it get unique names, so that files can share one endpoint, and are deleted
 * at the end if the server outlives the test run.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { after } from 'node:test'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams'
import { exchange, type Answer } from './http.js'
import { startServer, type TestServer, type TestServerOptions } from './server.js'
import { signedHeaders, type Credentials } from './sign.js'

export type Json = Readonly<Record<string, unknown>>

export interface CallAnswer {
  readonly status: number
  /** The error type without its prefix; undefined on success. */
  readonly type: string | undefined
  readonly message: string | undefined
  readonly body: Json
  readonly headers: Answer['headers']
}

export interface Client {
  readonly url: string
  readonly region: string
  readonly sdk: DynamoDB
  readonly streams: DynamoDBStreams
  /**
   * Sends one request to an operation of DynamoDB or DynamoDB Streams; `body` may be text, to send
   * what JSON.stringify would not write.
   */
  call(operation: string, body: Json | string): Promise<CallAnswer>
  /** Like `call`, for requests that must succeed. */
  ask(operation: string, body: Json): Promise<Json>
  /** Creates a table under a new name and waits until it is ACTIVE. */
  createTable(shape: Json): Promise<string>
  untilActive(tableName: string): Promise<Json>
  as(other: Partial<Credentials>): Client
}

export const testCredentials: Credentials = {
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? 'grammetest',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'grammetestsecret',
  region: process.env['AWS_REGION'] ?? 'us-east-1',
}

/**
 * Starts the server of this test file, returns a client of it, and stops it after the last test.
 */
export async function connect(options: TestServerOptions = {}): Promise<Client> {
  const server = await startServer(options)
  const tables: string[] = []
  const client = clientOf(server, testCredentials, tables)
  after(async () => {
    if (server.external) await Promise.all(tables.map((name) => forget(client, name)))
    client.sdk.destroy()
    client.streams.destroy()
    await server.stop()
  })
  return client
}

/** Returns a table name that no other test uses. */
export function newTableName(hint = 'table'): string {
  return `gramme-test-${hint}-${randomBytes(6).toString('hex')}`
}

export function clientOf(
  server: Pick<TestServer, 'url'>,
  credentials: Credentials,
  tables: string[] = [],
): Client {
  const client: Client = {
    url: server.url,
    region: credentials.region,
    sdk: new DynamoDB(sdkOptions(server.url, credentials)),
    streams: new DynamoDBStreams(sdkOptions(server.url, credentials)),
    async call(operation, body) {
      const answer = await callOnce(server.url, credentials, operation, body)
      const created = answer.body['TableDescription'] as Json | undefined
      if (operation === 'CreateTable' && created) tables.push(created['TableName'] as string)
      return answer
    },
    async ask(operation, body) {
      return requireSuccess(operation, await client.call(operation, body))
    },
    async createTable(shape) {
      const TableName = newTableName()
      await client.ask('CreateTable', { TableName, ...shape })
      await client.untilActive(TableName)
      return TableName
    },
    untilActive: (tableName) => untilActive(client, tableName),
    as: (other) => clientOf(server, { ...credentials, ...other }, tables),
  }
  return client
}

function sdkOptions(endpoint: string, { region, ...credentials }: Credentials) {
  return { endpoint, region, credentials, maxAttempts: 1 }
}

const streamsOperations: ReadonlySet<string> = new Set([
  'DescribeStream',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
])

async function callOnce(
  url: string,
  credentials: Credentials,
  operation: string,
  body: Json | string,
): Promise<CallAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const service = streamsOperations.has(operation) ? 'DynamoDBStreams' : 'DynamoDB'
  const target = `${service}_20120810.${operation}`
  const { host } = new URL(url)
  const signed = signedHeaders(credentials, { host, target, body: text, at: new Date() })
  const headers = { 'content-type': 'application/x-amz-json-1.0', ...signed }
  return readAnswer(await exchange(url, { headers, body: text }))
}

/** Reads an answer of AWS JSON 1.0, including the parts of an error. */
export function readAnswer({ status, headers, body }: Answer): CallAnswer {
  const json = parseObject(body)
  const type = typeof json['__type'] === 'string' ? json['__type'] : undefined
  const message = json['message'] ?? json['Message']
  return {
    status,
    headers,
    body: json,
    type: type?.slice(type.indexOf('#') + 1),
    message: typeof message === 'string' ? message : undefined,
  }
}

function parseObject(body: Buffer): Json {
  if (body.length === 0) return {}
  const value: unknown = JSON.parse(body.toString())
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function requireSuccess(operation: string, answer: CallAnswer): Json {
  if (answer.status === 200) return answer.body
  throw new Error(`${operation} answered ${answer.status} ${answer.type}: ${answer.message}`)
}

async function untilActive(client: Client, TableName: string): Promise<Json> {
  for (;;) {
    const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
    const indexes = (Table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
    const states = [Table['TableStatus'], ...indexes.map((index) => index['IndexStatus'])]
    const isEncrypting = (Table['SSEDescription'] as Json | undefined)?.['Status'] === 'UPDATING'
    if (!isEncrypting && states.every((state) => state === 'ACTIVE')) return Table
    await delay(20)
  }
}

async function forget(client: Client, TableName: string): Promise<void> {
  await client.call('UpdateTable', { TableName, DeletionProtectionEnabled: false })
  await client.call('DeleteTable', { TableName })
}
