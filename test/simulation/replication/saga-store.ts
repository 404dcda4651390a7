/** A table that gets a replica and loses it again, and how servers bring that about. */
import assert from 'node:assert/strict'
import { VirtualClock } from '../../../src/stdx/clock.js'
import type { Engine } from '../../../src/storage/engine.js'
import type { Json } from '../../support/client.js'
import { regions, TableName } from './regions.js'
import { shortLivedServer, type Death, type ShortLivedServer } from './short-lived-server.js'

export const [here, there] = regions
const itemsBefore = 5
export const roundsMax = 300

export const creation = { TableName, ReplicaUpdates: [{ Create: { RegionName: there } }] }
export const removal = { TableName, ReplicaUpdates: [{ Delete: { RegionName: there } }] }

interface Described {
  readonly TableStatus: string
  readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
}

/** What is there, whoever serves it. */
export class SagaStore {
  readonly clock = new VirtualClock()
  readonly #engine: Engine
  #puts = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  open(death?: Death): ShortLivedServer {
    return shortLivedServer(this.#engine, this.clock, death)
  }

  async create(): Promise<void> {
    const server = this.open()
    const attributes = ['pk', 'grp']
    await server.ask(
      'CreateTable',
      {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: attributes.map((AttributeName) => {
          return { AttributeName, AttributeType: 'S' }
        }),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'groups',
            KeySchema: [{ AttributeName: 'grp', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      },
      here,
    )
    for (let n = 0; n < itemsBefore; n++) await this.put(server)
  }

  async put(server: ShortLivedServer): Promise<void> {
    const Item = { pk: { S: `item-${this.#puts++}` }, grp: { S: 'g' } }
    await server.ask('PutItem', { TableName, Item }, here)
  }

  /** Every job of the servers makes a step, those of one server beside those of the others. */
  async work(...servers: readonly ShortLivedServer[]): Promise<void> {
    await Promise.all(
      servers.map(async ({ jobs }) => {
        for (const job of jobs) await job.step().catch(() => undefined)
      }),
    )
    this.clock.advance(1_000)
  }

  async requireReplica(server: ShortLivedServer): Promise<void> {
    await this.put(server)
    for (let round = 0; round < 5; round++) await this.work(server)
    assert.equal(await statuses(server, here), `ACTIVE, ${there} ACTIVE`)
    assert.equal(await statuses(server, there), `ACTIVE, ${here} ACTIVE`)
    const expected = Array.from({ length: this.#puts }, (_, n) => `item-${n}`).toSorted()
    for (const region of [here, there]) {
      assert.deepEqual(await names(server, region), expected)
      assert.deepEqual(await names(server, region, { IndexName: 'groups' }), expected)
    }
  }
}

export async function statuses(server: ShortLivedServer, region: string): Promise<string> {
  try {
    const { Table } = await server.ask('DescribeTable', { TableName }, region)
    const { TableStatus, Replicas = [] } = Table as Described
    const others = Replicas.map((each) => `${each.RegionName} ${each.ReplicaStatus}`)
    return [TableStatus, ...others].join(', ')
  } catch (error) {
    return (error as Error).name
  }
}

async function names(server: ShortLivedServer, region: string, index: Json = {}) {
  const { Items } = await server.ask('Scan', { TableName, ...index }, region)
  return (Items as readonly { pk: { S: string } }[]).map(({ pk }) => pk.S).toSorted()
}

export const isThere = async (server: ShortLivedServer) =>
  (await statuses(server, here)) === `ACTIVE, ${there} ACTIVE` &&
  (await statuses(server, there)) === `ACTIVE, ${here} ACTIVE`

export const isGone = async (server: ShortLivedServer) =>
  (await statuses(server, here)) === 'ACTIVE' &&
  (await statuses(server, there)) === 'ResourceNotFoundException'

type Holds = (server: ShortLivedServer) => Promise<boolean>

/** Asks for it and works until it holds or the server is killed. Returns whether it lives. */
export async function reach(store: SagaStore, server: ShortLivedServer, asked: Json, holds: Holds) {
  // It may have been asked for by the one before.
  await server.ask('UpdateTable', asked, here).catch(() => undefined)
  for (let round = 0; server.isAlive && !(await holds(server)); round++) {
    assert.ok(round < roundsMax, `it does not get there: ${await statuses(server, here)}`)
    await store.work(server)
  }
  return server.isAlive
}
