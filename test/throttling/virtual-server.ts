/** A throttled server whose time a test decides, and the AWS SDK as its client, without a socket. */
import { Readable } from 'node:stream'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Table } from '../../src/catalog/table.js'
import type { Touch } from '../../src/items/work.js'
import { openTestDatabase } from '../../src/operations/database-suite.js'
import { createDispatcher } from '../../src/operations/dispatch.js'
import { testCaller } from '../../src/operations/json-call-suite.js'
import { CapacityAdmission } from '../../src/operations/throttling/admission.js'
import { openThrottling } from '../../src/server/open-throttling.js'
import { VirtualClock } from '../../src/stdx/clock.js'
import { silentLog } from '../../src/stdx/log.js'
import { systemRandom } from '../../src/stdx/random.js'
import { tablePartition } from '../../src/storage/keyspace.js'
import { partitionNumber } from '../../src/storage/partition-hash.js'
import { MemoryEngine } from '../../src/storage/memory/memory-engine.js'
import { InFlight } from '../../src/wire/flight/in-flight.js'
import { createHandler } from '../../src/wire/http/handle.js'
import { inProcessFetch, type Fetch } from '../../src/wire/http/in-process-fetch.js'

export interface VirtualServer {
  readonly clock: VirtualClock
  /** Tries once. */
  readonly sdk: DynamoDBClient
  /** Uses units as if others had. */
  spend(tableName: string, use: Use): Promise<void>
}

export interface Use {
  readonly kind: 'read' | 'write'
  readonly units: number
  readonly indexName?: string
  /** Undefined for all keys together. */
  readonly partitionKey?: string
}

const bytesInFlightMax = 64 * 1024 * 1024

export function openVirtualServer(): VirtualServer {
  const clock = new VirtualClock()
  const engine = new MemoryEngine()
  const { database } = openTestDatabase(engine, {
    clock,
    onSettings: (table) => limiter.settle(table),
  })
  const { catalog } = database
  const { limiter } = openThrottling({ engine, catalog, clock, log: silentLog, isOn: true })
  const dispatcher = createDispatcher(database, {
    admission: new CapacityAdmission(limiter),
    charge: (_ctx, work) => limiter.charge(work),
  })
  const handle = createHandler({
    dispatcher,
    clock,
    random: systemRandom,
    log: silentLog,
    flight: new InFlight(bytesInFlightMax),
    health: async () => ({ ready: true, status: 'ready' }),
  })
  return {
    clock,
    sdk: clientOf(inProcessFetch(handle)),
    async spend(tableName, use) {
      const table = await catalog.requireTable(testCaller, tableName)
      limiter.charge([touchOf(table, use)])
    },
  }
}

function touchOf(table: Table, { kind, units, indexName, partitionKey }: Use): Touch {
  const hash =
    partitionKey === undefined
      ? undefined
      : tablePartition(table.keySchema, { [table.keySchema.partition.name]: { S: partitionKey } })
  return {
    table,
    kind,
    indexName,
    consistency: 'strong',
    partition: hash && partitionNumber(hash),
    bytes: units * (kind === 'read' ? 4096 : 1024),
  }
}

function clientOf(fetch: Fetch): DynamoDBClient {
  return new DynamoDBClient({
    endpoint: 'http://localhost',
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: { handle: (request: SentRequest) => answerOf(fetch, request) },
  })
}

/** What the SDK gives to the part of it that sends. */
interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

async function answerOf(fetch: Fetch, { method, path, headers, body }: SentRequest) {
  const answer = await fetch(`http://localhost${path}`, {
    method,
    headers,
    body: body as RequestInit['body'],
  })
  const response = {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Readable.from([Buffer.from(await answer.arrayBuffer())]),
  }
  return { response }
}
