/**
 * A client that writes during a failure and remembers what was acknowledged.
 *
 * It never repeats a request, so whatever is found twice was applied twice by the server. Each
 * write leaves a unique mark: acknowledged ones are present exactly once, those answered with an
 * error at most once, and a transaction is present whole or not at all.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallAnswer, Client, Json } from '../support/client.js'
import { itemsOfAll } from '../concurrency/whole-table.js'

/** Every mark makes its item longer; a new item is started before that slows writes down. */
const marksPerItem = 100
const pauseAfterErrorMs = 20

/** The errors that SDKs retry by default. Any other would surface in an application. */
const retriedTypes = new Set([
  'InternalServerError',
  'ServiceUnavailable',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
])

/** Attributes of the items found: of a list, or of an item for one mark. */
interface Marked extends Json {
  readonly marks?: { readonly L: readonly { readonly N: string }[] }
  readonly mark?: { readonly N: string }
}

type Outcome = 'acknowledged' | 'in doubt'

export class MarkingClient {
  readonly #id: string
  readonly #table: string
  readonly #outcomes = new Map<number, Outcome>()
  #next = 0
  /** Counts by error type or, if there was no answer at all, by code. */
  readonly errors = new Map<string, number>()
  acknowledged = 0

  constructor(id: string, table: string) {
    this.#id = id
    this.#table = table
  }

  async writeUntil(client: Client, over: () => boolean): Promise<void> {
    while (!over()) {
      const mark = this.#next++
      this.#outcomes.set(mark, 'in doubt')
      const answer = await this.#send(client, mark)
      if (answer.status === 200) {
        this.#outcomes.set(mark, 'acknowledged')
        this.acknowledged++
      } else {
        this.#requireRetryable(answer)
        await pause(pauseAfterErrorMs)
      }
    }
  }

  /** In turn: an update that reads, a transaction of two items, a blind put. */
  #send(client: Client, mark: number): Promise<CallAnswer> {
    const Update = this.#update(mark)
    const Put = { TableName: this.#table, Item: this.#itemOf(mark) }
    if (mark % 3 === 0) return client.call('UpdateItem', Update)
    if (mark % 3 === 1) {
      return client.call('TransactWriteItems', { TransactItems: [{ Update }, { Put }] })
    }
    return client.call('PutItem', Put)
  }

  /** Checks every mark after the failure is over. */
  async check(client: Client): Promise<void> {
    const { listed, alone } = await this.#find(client)
    for (const [mark, outcome] of this.#outcomes) {
      const times = listed.get(mark) ?? 0
      const facts = `${this.#id}, write ${mark} (${outcome}), in lists: ${times}, alone: ${alone.has(mark)}`
      assert.ok(times <= 1, `applied twice: ${facts}`)
      const seen = [
        ...(mark % 3 < 2 ? [times === 1] : []),
        ...(mark % 3 > 0 ? [alone.has(mark)] : []),
      ]
      if (outcome === 'acknowledged') assert.ok(seen.every(Boolean), `lost: ${facts}`)
      assert.equal(new Set(seen).size, 1, `half applied: ${facts}`)
    }
  }

  #requireRetryable(answer: CallAnswer): void {
    const name = answer.type ?? String(answer.status)
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
    assert.ok(
      retriedTypes.has(name) && (answer.status >= 500 || answer.status === 400),
      `${this.#id} was answered ${answer.status} ${name}: ${answer.message}`,
    )
  }

  /** How often each mark is in a list, and which marks have their own item. */
  async #find(client: Client): Promise<{
    readonly listed: ReadonlyMap<number, number>
    readonly alone: ReadonlySet<number>
  }> {
    const items = await itemsOfAll(client, 'Query', {
      TableName: this.#table,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :id',
      ExpressionAttributeValues: { ':id': { S: this.#id } },
    })
    const listed = new Map<number, number>()
    const alone = new Set<number>()
    for (const { marks, mark } of items as readonly Marked[]) {
      for (const { N } of marks?.L ?? []) listed.set(Number(N), (listed.get(Number(N)) ?? 0) + 1)
      if (mark !== undefined) alone.add(Number(mark.N))
    }
    return { listed, alone }
  }

  #update(mark: number): Json {
    return {
      TableName: this.#table,
      Key: this.#listKey(mark),
      UpdateExpression:
        'SET marks = list_append(if_not_exists(marks, :none), :mark), #global = :global',
      ExpressionAttributeNames: { '#global': 'global' },
      ExpressionAttributeValues: {
        ':none': { L: [] },
        ':mark': { L: [{ N: String(mark) }] },
        ':global': { S: `${this.#id}-${mark}` },
      },
    }
  }

  #itemOf(mark: number): Json {
    return { ...this.#keyOf(mark), mark: { N: String(mark) }, local: { S: `local-${mark}` } }
  }

  #keyOf(mark: number): Json {
    return { pk: { S: this.#id }, sk: { S: `mark-${mark}` } }
  }

  #listKey(mark: number): Json {
    return { pk: { S: this.#id }, sk: { S: `list-${Math.floor(mark / marksPerItem)}` } }
  }
}
