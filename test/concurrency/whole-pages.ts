/**
 * Pages while their items are written: every item of every page is as somebody wrote it, in its place and in
 * order. The memory of pages and answers is used again, so that a mistake there would mix them up.
 */
import assert from 'node:assert/strict'
import { oneOf, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { composite } from '../support/tables.js'

const partitions = ['a', 'b', 'c', 'd', 'e', 'f']
const itemsPerPartition = 30
const itemBytes = [10, 900, 1100, 4000]

interface Seen {
  readonly pk: { readonly S: string }
  readonly sk: { readonly N: string }
  readonly version: { readonly N: string }
  readonly text?: { readonly S: string }
}

export class WholePages {
  readonly #client: Client
  readonly #tableName: string
  #version = 0
  #seen = 0

  private constructor(client: Client, tableName: string) {
    this.#client = client
    this.#tableName = tableName
  }

  static async create(client: Client): Promise<WholePages> {
    const pages = new WholePages(client, await client.createTable(composite('S', 'N')))
    for (const pk of partitions)
      for (let sk = 0; sk < itemsPerPartition; sk++) await pages.#put(pk, sk, 1100)
    return pages
  }

  /** How many items were looked at. */
  get seen(): number {
    return this.#seen
  }

  async act(chance: Chance, client: number): Promise<void> {
    const pk = oneOf(chance, partitions)
    if (client % 3 === 0) {
      const sk = Math.floor(chance() * itemsPerPartition)
      return this.#put(pk, sk, oneOf(chance, itemBytes))
    }
    if (client % 3 === 1) return this.#query(chance, pk)
    const { Items } = await this.#client.ask('Scan', { TableName: this.#tableName })
    const items = Items as readonly Seen[]
    assert.equal(items.length, partitions.length * itemsPerPartition)
    for (const item of items) this.#requireWhole(item)
  }

  async #query(chance: Chance, pk: string): Promise<void> {
    const isForward = chance() < 0.5
    const limit = 1 + Math.floor(chance() * itemsPerPartition)
    const { Items } = await this.#client.ask('Query', {
      TableName: this.#tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
      ScanIndexForward: isForward,
      Limit: limit,
    })
    const items = Items as readonly Seen[]
    const expected = Array.from({ length: limit }, (_, n) =>
      String(isForward ? n : itemsPerPartition - 1 - n),
    )
    assert.deepEqual(
      items.map((item) => `${item.pk.S} ${item.sk.N}`),
      expected.map((sk) => `${pk} ${sk}`),
    )
    for (const item of items) this.#requireWhole(item)
  }

  async #put(pk: string, sk: number, bytes: number): Promise<void> {
    const version = ++this.#version
    const text = textOf(pk, String(sk), String(version), bytes)
    const Item: Json = { pk: { S: pk }, sk: { N: `${sk}` }, version: { N: `${version}` }, text }
    await this.#client.ask('PutItem', { TableName: this.#tableName, Item })
  }

  #requireWhole({ pk, sk, version, text }: Seen): void {
    this.#seen++
    assert.deepEqual(text, textOf(pk.S, sk.N, version.N, text?.S.length ?? 0))
  }
}

/** Says again and again which item it belongs to. */
function textOf(pk: string, sk: string, version: string, bytes: number) {
  return { S: `${pk}-${sk}-${version} `.repeat(bytes).slice(0, bytes) }
}
