/**
 * One client of a mixed load: every item operation, on its own items, each with a number that it
 * never writes twice. It knows which numbers an item may have: that of the last acknowledged write,
 * and those of writes whose outcome it does not know. Every read is compared with that.
 */
import assert from 'node:assert/strict'
import { below, type Chance } from '../support/chance.js'
import type { CallAnswer, Client, Json } from '../support/client.js'

const itemsPerClient = 200
const filler = '.'.repeat(900)
const pageLimit = 20
/** Of all puts: those of items that have expired before they are written. */
const expiredShare = 0.02

/** What may be stored; '' means that there is no item. */
interface Known {
  readonly acknowledged: string
  readonly inDoubt: readonly string[]
}

const absent: Known = { acknowledged: '', inDoubt: [] }

interface Stored {
  readonly sk: { readonly S: string }
  readonly n: { readonly N: string }
}

export class MixedClient {
  readonly #id: string
  readonly #table: string
  readonly #client: Client
  readonly #chance: Chance
  readonly #known = new Map<string, Known>()
  #written = 0
  #expired = 0
  acknowledged = 0

  constructor(id: string, table: string, tools: { client: Client; chance: Chance }) {
    this.#id = id
    this.#table = table
    this.#client = tools.client
    this.#chance = tools.chance
  }

  /** Makes one request. */
  async act(): Promise<void> {
    const acts: readonly (() => Promise<void>)[] = [
      () => this.#get(),
      () => this.#get(),
      () => this.#query(),
      () => this.#queryIndex(),
      () => this.#scan(),
      () => this.#batchGet(),
      () => this.#transactGet(),
      () => this.#put(),
      () => this.#put(),
      () => this.#update(),
      () => this.#update(),
      () => this.#delete(),
      () => this.#batchWrite(),
      () => this.#transactWrite(),
      () => this.#statement(),
    ]
    await acts[below(this.#chance, acts.length)]!()
  }

  /** Reads every item once more. */
  async check(): Promise<void> {
    for (const sk of this.#known.keys()) {
      const Key = this.#key(sk)
      const { Item } = await this.#client.ask('GetItem', { ...this.#consistent, Key })
      this.#compare(sk, Item as Stored | undefined)
    }
  }

  get #consistent(): Json {
    return { TableName: this.#table, ConsistentRead: true }
  }

  async #get(): Promise<void> {
    const sk = this.#name()
    const answer = await this.#read('GetItem', { ...this.#consistent, Key: this.#key(sk) })
    if (answer !== undefined) this.#compare(sk, answer['Item'] as Stored | undefined)
  }

  async #query(): Promise<void> {
    const from = this.#name()
    const answer = await this.#read('Query', {
      ...this.#consistent,
      KeyConditionExpression: 'pk = :pk AND sk >= :from',
      ExpressionAttributeValues: { ':pk': { S: this.#id }, ':from': { S: from } },
      Limit: pageLimit,
    })
    if (answer === undefined) return
    const found = new Map((answer['Items'] as Stored[]).map((item) => [item.sk.S, item]))
    const last = answer['LastEvaluatedKey'] === undefined ? '~' : [...found.keys()].at(-1)!
    for (const sk of this.#known.keys()) {
      if (sk >= from && sk <= last) this.#compare(sk, found.get(sk))
    }
  }

  /** An index may be behind, so its entries are not compared; the end of a run verifies it. */
  async #queryIndex(): Promise<void> {
    await this.#read('Query', {
      TableName: this.#table,
      IndexName: 'by-global',
      KeyConditionExpression: '#g = :g',
      ExpressionAttributeNames: { '#g': 'global' },
      ExpressionAttributeValues: { ':g': { S: this.#group() } },
      Limit: pageLimit,
    })
  }

  async #scan(): Promise<void> {
    await this.#read('Scan', { TableName: this.#table, Limit: pageLimit })
  }

  async #batchGet(): Promise<void> {
    const names = this.#names()
    const Keys = names.map((sk) => this.#key(sk))
    const RequestItems = { [this.#table]: { Keys, ConsistentRead: true } }
    const answer = await this.#read('BatchGetItem', { RequestItems })
    if (answer === undefined) return
    const items = (answer['Responses'] as Record<string, Stored[]>)[this.#table]!
    for (const sk of names)
      this.#compare(
        sk,
        items.find((item) => item.sk.S === sk),
      )
  }

  async #transactGet(): Promise<void> {
    const names = this.#names()
    const TransactItems = names.map((sk) => ({
      Get: { TableName: this.#table, Key: this.#key(sk) },
    }))
    const answer = await this.#read('TransactGetItems', { TransactItems })
    const responses = answer?.['Responses'] as { readonly Item?: Stored }[] | undefined
    responses?.forEach(({ Item }, i) => this.#compare(names[i]!, Item))
  }

  async #put(): Promise<void> {
    if (this.#chance() < expiredShare) return this.#putExpired()
    const [sk, n] = [this.#name(), this.#next()]
    await this.#write('PutItem', this.#putOf(sk, n), new Map([[sk, n]]))
  }

  /** Not compared: the sweep deletes it at any moment, unless it expired years ago. */
  async #putExpired(): Promise<void> {
    const expires = { N: String(Math.floor(Date.now() / 1000) - 60) }
    const Item = { ...this.#item(`expired-${this.#expired++}`, '0'), expires }
    await this.#client.call('PutItem', { TableName: this.#table, Item })
  }

  async #update(): Promise<void> {
    const [sk, n] = [this.#name(), this.#next()]
    const input = {
      TableName: this.#table,
      Key: this.#key(sk),
      UpdateExpression: 'SET n = :n, #g = :g',
      ExpressionAttributeNames: { '#g': 'global' },
      ExpressionAttributeValues: { ':n': { N: n }, ':g': { S: this.#group() } },
    }
    await this.#write('UpdateItem', input, new Map([[sk, n]]))
  }

  async #delete(): Promise<void> {
    const sk = this.#name()
    const input = { TableName: this.#table, Key: this.#key(sk) }
    await this.#write('DeleteItem', input, new Map([[sk, '']]))
  }

  async #batchWrite(): Promise<void> {
    const wanted = new Map(this.#names().map((sk) => [sk, this.#next()]))
    const puts = [...wanted].map(([sk, n]) => ({ PutRequest: { Item: this.#item(sk, n) } }))
    await this.#write('BatchWriteItem', { RequestItems: { [this.#table]: puts } }, wanted)
  }

  async #transactWrite(): Promise<void> {
    const wanted = new Map(this.#names().map((sk) => [sk, this.#next()]))
    const TransactItems = [...wanted].map(([sk, n]) => ({ Put: this.#putOf(sk, n) }))
    await this.#write('TransactWriteItems', { TransactItems }, wanted)
  }

  async #statement(): Promise<void> {
    const sk = this.#name()
    const Statement = `SELECT * FROM "${this.#table}" WHERE pk = ? AND sk = ?`
    const Parameters = [{ S: this.#id }, { S: sk }]
    const answer = await this.#read('ExecuteStatement', {
      Statement,
      Parameters,
      ConsistentRead: true,
    })
    if (answer !== undefined) this.#compare(sk, (answer['Items'] as Stored[])[0])
  }

  async #read(operation: string, input: Json): Promise<Json | undefined> {
    const answer = await this.#client.call(operation, input)
    if (answer.status === 200) return answer.body
    requireRefusal(operation, answer)
    return undefined
  }

  /** Before the answer, what is wanted is in doubt. */
  async #write(operation: string, input: Json, wanted: ReadonlyMap<string, string>): Promise<void> {
    const before = new Map([...wanted.keys()].map((sk) => [sk, this.#known.get(sk) ?? absent]))
    for (const [sk, n] of wanted) {
      const { acknowledged, inDoubt } = before.get(sk)!
      this.#known.set(sk, { acknowledged, inDoubt: [...inDoubt, n] })
    }
    const answer = await this.#client.call(operation, input)
    if (answer.status !== 200) return requireRefusal(operation, answer)
    this.acknowledged++
    // A write that got no answer may still come behind this one.
    for (const [sk, n] of wanted) {
      this.#known.set(sk, { acknowledged: n, inDoubt: before.get(sk)!.inDoubt })
    }
  }

  #compare(sk: string, item: Stored | undefined): void {
    const { acknowledged, inDoubt } = this.#known.get(sk) ?? absent
    const found = item?.n.N ?? ''
    if (found === acknowledged || inDoubt.includes(found)) return
    const may = JSON.stringify([acknowledged, ...inDoubt])
    assert.fail(`${this.#id} ${sk} has ${JSON.stringify(found)}, and may have ${may}`)
  }

  #putOf(sk: string, n: string): Json {
    return { TableName: this.#table, Item: this.#item(sk, n) }
  }

  #item(sk: string, n: string): Json {
    const more = { global: { S: this.#group() }, filler: { S: filler } }
    return { ...this.#key(sk), n: { N: n }, ...more }
  }

  #key(sk: string): Json {
    return { pk: { S: this.#id }, sk: { S: sk } }
  }

  #name(): string {
    return `item-${String(below(this.#chance, itemsPerClient)).padStart(4, '0')}`
  }

  #names(): readonly string[] {
    return [...new Set(Array.from({ length: 4 }, () => this.#name()))]
  }

  #group(): string {
    return `group-${below(this.#chance, itemsPerClient)}`
  }

  #next(): string {
    return String(++this.#written)
  }
}

/** The errors that SDKs retry. Transactions of one client never meet those of another. */
function requireRefusal(operation: string, { status, type, message }: CallAnswer): void {
  const isRetried = status >= 500 || type === 'ThrottlingException'
  assert.ok(isRetried, `${operation} answered ${status} ${type}: ${message}`)
}
