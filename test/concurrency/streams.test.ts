/**
 * Many clients write to one table at once, by single writes, batches and transactions, while items
 * expire, the shards of its stream roll over and are split, and a consumer reads. On every engine
 * the stream, read from its horizon, rebuilds the table exactly, and a second reading finds the
 * same records.
 *
 * GRAMME_CONCURRENCY_SECONDS lets it run longer; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import { below, chanceOf, oneOf, seed, someOf, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { withServer } from '../support/engine-servers.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { Replica } from '../support/replica.js'
import { StreamConsumer } from '../support/stream-consumer.js'
import { latestStream, notStreaming, streaming } from '../support/streams.js'
import { composite, provisioned } from '../support/tables.js'

const seconds = Number(process.env['GRAMME_CONCURRENCY_SECONDS'] ?? 1.5)
const clients = 8
const actsMin = 30
const partitions = 6
const itemsPerPartition = 4
const keys: readonly Json[] = Array.from({ length: partitions * itemsPerPartition }, (_, i) => ({
  pk: { S: `partition-${i % partitions}` },
  sk: { S: `item-${Math.floor(i / partitions)}` },
}))

class Writes {
  readonly #client: Client
  readonly #table: string

  constructor(client: Client, table: string) {
    this.#client = client
    this.#table = table
  }

  async act(chance: Chance): Promise<void> {
    const acts = [this.#put, this.#update, this.#remove, this.#batch, this.#transact]
    const answer = await oneOf(chance, acts).call(this, chance)
    const refused = ['ConditionalCheckFailedException', 'TransactionCanceledException']
    const isExpected = answer.status === 200 || refused.includes(answer.type ?? '')
    assert.ok(isExpected, `${answer.type}: ${answer.message}`)
  }

  #put(chance: Chance) {
    const Item = this.#item(chance, oneOf(chance, keys))
    return this.#client.call('PutItem', { TableName: this.#table, Item })
  }

  #update(chance: Chance) {
    return this.#client.call('UpdateItem', this.#counting(chance, oneOf(chance, keys)))
  }

  #remove(chance: Chance) {
    return this.#client.call('DeleteItem', {
      TableName: this.#table,
      Key: oneOf(chance, keys),
      ...(chance() < 0.3 && { ConditionExpression: 'attribute_exists(counted)' }),
    })
  }

  #batch(chance: Chance) {
    const writes = someOf(chance, keys, 1 + below(chance, 6)).map((Key) =>
      chance() < 0.7
        ? { PutRequest: { Item: this.#item(chance, Key) } }
        : { DeleteRequest: { Key } },
    )
    return this.#client.call('BatchWriteItem', { RequestItems: { [this.#table]: writes } })
  }

  #transact(chance: Chance) {
    const TransactItems = someOf(chance, keys, 1 + below(chance, 5)).map((Key) => {
      const TableName = this.#table
      const choice = chance()
      if (choice < 0.4) return { Put: { TableName, Item: this.#item(chance, Key) } }
      if (choice < 0.7) return { Update: this.#counting(chance, Key) }
      if (choice < 0.9) return { Delete: { TableName, Key } }
      const ConditionExpression = 'attribute_exists(pk)'
      return { ConditionCheck: { TableName, Key, ConditionExpression } }
    })
    return this.#client.call('TransactWriteItems', { TransactItems })
  }

  /** Few values, so that some writes change nothing. */
  #item(chance: Chance, key: Json): Json {
    const filler = '.'.repeat(below(chance, 3) * 100)
    const item = { ...key, v: { N: oneOf(chance, ['1', '1.0', '2']) }, filler: { S: filler } }
    if (chance() < 0.5) return item
    const expires = Math.floor(Date.now() / 1000) + oneOf(chance, [-60, -1, 3600])
    return { ...item, expires: { N: String(expires) } }
  }

  #counting(chance: Chance, Key: Json): Json {
    return {
      TableName: this.#table,
      Key,
      UpdateExpression: 'ADD counted :step SET tags = :tags',
      ExpressionAttributeValues: {
        ':step': { N: oneOf(chance, ['0', '1']) },
        ':tags': { SS: someOf(chance, ['a', 'b', 'c'], 2) },
      },
    }
  }
}

async function drive(writes: Writes): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  const one = async (client: number): Promise<void> => {
    const chance = chanceOf(seed + client)
    for (let acts = 0; acts < actsMin || performance.now() < deadline; acts++) {
      await writes.act(chance)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
}

/** Splits the shards halfway through, and ends the stream once no expired item is left. */
async function write(client: Client, TableName: string): Promise<void> {
  const writes = new Writes(client, TableName)
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
  await client.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  await drive(writes)
  await client.ask('UpdateTable', { TableName, ...provisioned(5, 2500) })
  await drive(writes)
  await untilSwept(client, TableName)
  await client.ask('UpdateTable', { TableName, ...notStreaming })
}

async function untilSwept(client: Client, TableName: string): Promise<void> {
  const now = String(Math.floor(Date.now() / 1000))
  for (;;) {
    const { Count } = await client.ask('Scan', {
      ...{ TableName, ConsistentRead: true, FilterExpression: 'expires < :now' },
      ExpressionAttributeValues: { ':now': { N: now } },
    })
    if (Count === 0) return
    await pause(5)
  }
}

/** Reads until the stream is disabled and read to its end. */
async function follow(client: Client, consumer: StreamConsumer): Promise<void> {
  while (!(await consumer.round(client)));
}

describe(`a stream, engine ${engineUnderTest} (seed ${seed})`, () => {
  it('rebuilds its table exactly, for a concurrent and for a later reader', async (test) => {
    test.diagnostic(`GRAMME_SEED=${seed}`)
    const prove = async (client: Client): Promise<void> => {
      const TableName = await client.createTable({
        ...composite(),
        BillingMode: 'PROVISIONED',
        ...provisioned(5, 5),
        ...streaming(),
      })
      const arn = await latestStream(client, TableName)
      const [along, later] = [new Replica(), new Replica()]
      const order: (string | undefined)[][] = [[], []]
      let expiries = 0
      const read = (replica: Replica, told: (string | undefined)[]) => (record: _Record) => {
        replica.apply(record)
        told.push(record.eventID)
        if (record.userIdentity !== undefined) expiries++
      }
      const consumer = new StreamConsumer(arn, read(along, order[0]!))
      await Promise.all([follow(client, consumer), write(client, TableName)])
      await along.compareWith(client, TableName)
      const second = new StreamConsumer(arn, read(later, order[1]!))
      await follow(client, second)
      await later.compareWith(client, TableName)
      assert.deepEqual([...order[0]!].sort(), [...order[1]!].sort())
      assert.ok(consumer.children > 4, 'shards did roll over and were split')
      assert.ok(expiries > 0, 'items did expire')
      test.diagnostic(`${consumer.records} records in ${consumer.shards} shards`)
    }
    await withServer(prove, { shardDurationMs: 400, ttlSweepIntervalMs: 10 })
  })
})
