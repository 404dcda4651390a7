/**
 * A failure while clients write: before it they are answered, during it they only get errors that
 * SDKs retry, after it they are answered again by the same server process. Then all acknowledged
 * writes are checked, and that indexes and, if there is one, the stream agree with items.
 */
import assert from 'node:assert/strict'
import {
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { indexed } from '../support/tables.js'
import { until } from '../support/until.js'
import { itemsOfAll } from '../concurrency/whole-table.js'
import { Replica } from '../support/replica.js'
import { StreamConsumer } from '../support/stream-consumer.js'
import { latestStream, notStreaming, streaming } from '../support/streams.js'
import { MarkingClient } from './markers.js'

const writers = 6
/** Writes that each client completes before and after the failure, unless a test wants more. */
const writesDefault = 12
/** Attempts of the SDK client, with its own backoff: enough for these outages. */
const sdkAttempts = 30

export interface LoadReport {
  readonly acknowledged: number
  readonly errors: Readonly<Record<string, number>>
}

/**
 * Runs `fail` while clients write to the server, and checks what was acknowledged. `fail` can wait
 * for what the clients have seen so far. A client that survives a killed server may be given.
 */
export async function underLoad(
  url: string,
  fail: (soFar: () => LoadReport) => Promise<void>,
  { stream = false, writesMin = writesDefault, client = clientOf({ url }, testCredentials) } = {},
): Promise<LoadReport> {
  const table = await client.createTable({ ...indexed, ...(stream ? streaming() : {}) })
  const clients = Array.from({ length: writers }, (_, n) => new MarkingClient(`writer-${n}`, table))
  const sdk = new SdkCounter(url, table)
  const work = { over: false }
  const over = (): boolean => work.over
  const writing = [...clients, sdk].map((one) => one.writeUntil(client, over))
  // A client that fails must not wait for the others to finish.
  const failed = Promise.all(writing).then(() => undefined)
  try {
    await Promise.race([failed, progress([...clients, sdk], writesMin)])
    await Promise.race([failed, fail(() => report(clients))])
    await Promise.race([failed, progress([...clients, sdk], writesMin)])
  } finally {
    work.over = true
  }
  await failed
  for (const one of [...clients, sdk]) await one.check(client)
  await requireSoundIndex(client, table)
  if (stream) await requireWholeStream(client, table)
  return report(clients)
}

/** Waits until each client completes writes again. */
async function progress(
  clients: readonly { readonly acknowledged: number }[],
  writesMin: number,
): Promise<void> {
  const goals = clients.map(({ acknowledged }) => acknowledged + writesMin)
  await until(
    () => clients.every(({ acknowledged }, n) => acknowledged >= goals[n]!),
    () => 'the clients did not get through',
  )
}

/** A typical application: the SDK retries, and no error reaches it. */
class SdkCounter {
  readonly #sdk: DynamoDBClient
  readonly #table: string
  acknowledged = 0

  constructor(endpoint: string, table: string) {
    const { region, ...credentials } = testCredentials
    this.#sdk = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: sdkAttempts })
    this.#table = table
  }

  /** Idempotent, as retried writes must be: sets the next number on condition of the last. */
  async writeUntil(_: Client, over: () => boolean): Promise<void> {
    while (!over()) {
      const next = { N: String(this.acknowledged + 1) }
      const last = { N: String(this.acknowledged) }
      await this.#sdk.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: this.#key,
          UpdateExpression: 'SET n = :next',
          ConditionExpression: 'attribute_not_exists(n) OR n IN (:last, :next)',
          ExpressionAttributeValues: { ':next': next, ':last': last },
        }),
      )
      this.acknowledged++
    }
  }

  async check(): Promise<void> {
    const input = { TableName: this.#table, Key: this.#key, ConsistentRead: true }
    const { Item } = await this.#sdk.send(new GetItemCommand(input))
    assert.deepEqual(Item?.['n'], { N: String(this.acknowledged) })
    this.#sdk.destroy()
  }

  get #key(): Record<string, AttributeValue> {
    return { pk: { S: 'sdk' }, sk: { S: 'counter' } }
  }
}

async function requireSoundIndex(client: Client, TableName: string): Promise<void> {
  const items = await itemsOfAll(client, 'Scan', { TableName, ConsistentRead: true })
  for (const [IndexName, key] of [
    ['by-local', 'local'],
    ['by-global', 'global'],
  ] as const) {
    const entries = await itemsOfAll(client, 'Scan', { TableName, IndexName })
    const implied = items.filter((item) => item[key] !== undefined)
    assert.deepEqual(lines(entries), lines(implied), `${IndexName} differs from its items`)
  }
}

/** Every change is in the stream once and in its order: they make the table. */
async function requireWholeStream(client: Client, TableName: string): Promise<void> {
  const replica = new Replica()
  const arn = await latestStream(client, TableName)
  const consumer = new StreamConsumer(arn, (record) => replica.apply(record))
  await client.ask('UpdateTable', { TableName, ...notStreaming })
  while (!(await consumer.round(client)));
  await replica.compareWith(client, TableName)
}

function lines(items: readonly Json[]): readonly string[] {
  return items.map((item) => JSON.stringify(Object.entries(item).toSorted())).toSorted()
}

function report(clients: readonly MarkingClient[]): LoadReport {
  const errors: Record<string, number> = {}
  for (const client of clients) {
    for (const [name, times] of client.errors) errors[name] = (errors[name] ?? 0) + times
  }
  return { acknowledged: clients.reduce((sum, one) => sum + one.acknowledged, 0), errors }
}
