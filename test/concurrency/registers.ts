/**
 * Single items under many writers: registers (written whole, on condition, in batches and in
 * transactions) and counters. Each key has its own history, because an item that is linearizable
 * alone stays so among others.
 */
import assert from 'node:assert/strict'
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { CallAnswer, Client, Json } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { History } from './history.js'
import type { Model } from './linearizable.js'

/** A value is what the item holds, or '' if there is no item. */
export type RegisterOperation =
  | { readonly kind: 'read'; readonly found: string }
  /** `before` is set if the answer showed it. */
  | { readonly kind: 'write'; readonly value: string; readonly before?: string }
  | { readonly kind: 'swap'; readonly expected: string; readonly value: string }
  | { readonly kind: 'refused swap'; readonly expected: string; readonly found: string }
  | { readonly kind: 'increment'; readonly after: string }

export const registerModel: Model<RegisterOperation> = {
  initial: '',
  step(state, operation) {
    switch (operation.kind) {
      case 'read':
        return state === operation.found ? state : undefined
      case 'write':
        return state === (operation.before ?? state) ? operation.value : undefined
      case 'swap':
        return state === operation.expected ? operation.value : undefined
      case 'refused swap':
        return state === operation.found && state !== operation.expected ? state : undefined
      case 'increment':
        return Number(state) + 1 === Number(operation.after) ? operation.after : undefined
    }
  },
}

const registerKeys = ['register-0', 'register-1', 'register-2']
const counterKeys = ['counter-0', 'counter-1']

/** The shared table and the histories of its keys. */
export class Registers {
  readonly histories = new Map(
    [...registerKeys, ...counterKeys].map((key) => [key, new History<RegisterOperation>()]),
  )
  readonly #client: Client
  readonly #tableName: string
  readonly #hasTransactions: boolean
  #written = 0

  static async create(client: Client): Promise<Registers> {
    return new Registers(client, await client.createTable(partitionOnly()), true)
  }

  /** In a table that has no transactions. */
  static of(client: Client, tableName: string): Registers {
    return new Registers(client, tableName, false)
  }

  private constructor(client: Client, tableName: string, hasTransactions: boolean) {
    this.#client = client
    this.#tableName = tableName
    this.#hasTransactions = hasTransactions
  }

  /** Makes one request of one client. */
  async act(chance: Chance): Promise<void> {
    const key = oneOf(chance, registerKeys)
    const pair = someOf(chance, registerKeys, 2)
    const counter = oneOf(chance, counterKeys)
    const acts: readonly (() => Promise<void>)[] = [
      () => this.#read(key),
      () => this.#read(counter),
      () => this.#put(key),
      () => this.#delete(key),
      () => this.#swap(key),
      () => this.#swap(key),
      () => this.#increment(counter),
      () => this.#batchRead([...pair, counter]),
      () => this.#writeTogether('BatchWriteItem', pair),
      ...(this.#hasTransactions ? this.#transactions(pair, counter) : []),
    ]
    await acts[below(chance, acts.length)]!()
  }

  #transactions(pair: readonly string[], counter: string): readonly (() => Promise<void>)[] {
    return [
      () => this.#writeTogether('TransactWriteItems', pair),
      () => this.#countInTransaction(counter),
    ]
  }

  async #read(key: string): Promise<void> {
    await this.#record(key, async () => {
      const { Item } = await this.#ask('GetItem', { Key: keyOf(key), ConsistentRead: true })
      return [{ kind: 'read', found: valueOf(Item) }]
    })
  }

  async #put(key: string): Promise<void> {
    const value = this.#newValue()
    await this.#record(key, async () => {
      const Item = itemOf(key, value)
      const answer = await this.#ask('PutItem', { Item, ReturnValues: 'ALL_OLD' })
      return [{ kind: 'write', value, before: valueOf(answer['Attributes']) }]
    })
  }

  async #delete(key: string): Promise<void> {
    await this.#record(key, async () => {
      const answer = await this.#ask('DeleteItem', { Key: keyOf(key), ReturnValues: 'ALL_OLD' })
      return [{ kind: 'write', value: '', before: valueOf(answer['Attributes']) }]
    })
  }

  /** Reads, then writes on condition that the item has not changed. */
  async #swap(key: string): Promise<void> {
    const { Item: seen } = await this.#ask('GetItem', { Key: keyOf(key) })
    const expected = valueOf(seen)
    const value = this.#newValue()
    const condition =
      expected === ''
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'v = :expected',
            ExpressionAttributeValues: { ':expected': { S: expected } },
          }
    await this.#record(key, async () => {
      const answer = await this.#call('PutItem', {
        Item: itemOf(key, value),
        ...condition,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      if (answer.status === 200) return [{ kind: 'swap', expected, value }]
      assert.equal(answer.type, 'ConditionalCheckFailedException', answer.message)
      return [{ kind: 'refused swap', expected, found: valueOf(answer.body['Item']) }]
    })
  }

  async #increment(key: string): Promise<void> {
    await this.#record(key, async () => {
      const { Attributes } = await this.#ask('UpdateItem', {
        ...this.#increase(key),
        ReturnValues: 'UPDATED_NEW',
      })
      return [{ kind: 'increment', after: valueOf(Attributes) }]
    })
  }

  /** A transaction returns no values; that the counter moved is seen by all other requests. */
  async #countInTransaction(key: string): Promise<void> {
    const { Item } = await this.#ask('GetItem', { Key: keyOf(key), ConsistentRead: true })
    const expected = valueOf(Item)
    if (expected === '') return this.#increment(key)
    const Update = {
      TableName: this.#tableName,
      Key: keyOf(key),
      UpdateExpression: 'SET v = v + :one',
      ConditionExpression: 'v = :expected',
      ExpressionAttributeValues: { ':one': { N: '1' }, ':expected': { N: expected } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }
    await this.#record(key, async () => {
      const answer = await this.#client.call('TransactWriteItems', { TransactItems: [{ Update }] })
      const value = String(Number(expected) + 1)
      if (answer.status === 200) return [{ kind: 'swap', expected, value }]
      const [reason] = reasonsOf(answer)
      if (reason?.Code === 'TransactionConflict') return []
      assert.equal(reason?.Code, 'ConditionalCheckFailed', answer.message)
      return [{ kind: 'refused swap', expected, found: valueOf(reason.Item) }]
    })
  }

  async #batchRead(keys: readonly string[]): Promise<void> {
    const Keys = keys.map(keyOf)
    const found = new Map<string, string>()
    const request = async (): Promise<void> => {
      const answer = await this.#client.ask('BatchGetItem', {
        RequestItems: { [this.#tableName]: { Keys, ConsistentRead: true } },
      })
      const items = (answer['Responses'] as Record<string, readonly StoredItem[]>)[this.#tableName]
      for (const item of items ?? []) found.set(item.pk.S, valueOf(item))
    }
    await this.#recordTogether(keys, request, (key) => ({
      kind: 'read',
      found: found.get(key) ?? '',
    }))
  }

  async #writeTogether(
    operation: 'BatchWriteItem' | 'TransactWriteItems',
    keys: readonly string[],
  ): Promise<void> {
    const values = new Map(keys.map((key) => [key, this.#newValue()]))
    const items = [...values].map(([key, value]) => itemOf(key, value))
    const TableName = this.#tableName
    const input =
      operation === 'BatchWriteItem'
        ? { RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) } }
        : { TransactItems: items.map((Item) => ({ Put: { TableName, Item } })) }
    const request = async (): Promise<boolean> => {
      const answer = await this.#client.call(operation, input)
      if (answer.status === 200) return true
      const codes = reasonsOf(answer).map(({ Code }) => Code)
      assert.ok(codes.includes('TransactionConflict'), `${answer.type}: ${answer.message}`)
      return false
    }
    await this.#recordTogether(keys, request, (key, done) =>
      done ? { kind: 'write', value: values.get(key)! } : undefined,
    )
  }

  /** Records one request that is an operation on each of the keys. */
  async #recordTogether<T>(
    keys: readonly string[],
    request: () => Promise<T>,
    operationOf: (key: string, answer: T) => RegisterOperation | undefined,
  ): Promise<void> {
    // Every history notes its request before anything is sent: the request starts one microtask
    // later.
    const answering = Promise.resolve().then(request)
    const records = keys.map((key) =>
      this.#record(key, async () => {
        const operation = operationOf(key, await answering)
        return operation === undefined ? [] : [operation]
      }),
    )
    await Promise.all(records)
  }

  #record(key: string, request: () => Promise<readonly RegisterOperation[]>): Promise<void> {
    return this.histories.get(key)!.record(request)
  }

  #increase(key: string): Json {
    return {
      Key: keyOf(key),
      UpdateExpression: 'ADD v :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }
  }

  #newValue(): string {
    return `value-${this.#written++}`
  }

  #ask(operation: string, input: Json): Promise<Json> {
    return this.#client.ask(operation, { TableName: this.#tableName, ...input })
  }

  #call(operation: string, input: Json): Promise<CallAnswer> {
    return this.#client.call(operation, { TableName: this.#tableName, ...input })
  }
}

interface StoredItem {
  readonly pk: { readonly S: string }
  readonly v: { readonly S?: string; readonly N?: string }
}

export interface Reason {
  readonly Code: string
  readonly Item?: unknown
}

/** The reasons why a transaction was cancelled; any other answer fails the test. */
export function reasonsOf(answer: CallAnswer): readonly Reason[] {
  assert.equal(answer.type, 'TransactionCanceledException', answer.message)
  return answer.body['CancellationReasons'] as readonly Reason[]
}

const keyOf = (key: string): Json => ({ pk: { S: key } })

const itemOf = (key: string, value: string): Json => ({ ...keyOf(key), v: { S: value } })

function valueOf(item: unknown): string {
  const v = (item as StoredItem | undefined)?.v
  return v?.S ?? v?.N ?? ''
}
