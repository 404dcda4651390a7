/**
 * Registers under a failure: some writes are answered with an error, and nobody knows whether they took
 * effect. Every value is written once. So a write in doubt whose value somebody found has happened, at some
 * moment after its request, and one whose value nobody ever found explains nothing.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { requireExplained } from '../concurrency/driving.js'
import { History, type Entry } from '../concurrency/history.js'
import { registerModel, type RegisterOperation } from '../concurrency/registers.js'
import { below, oneOf, type Chance } from '../support/chance.js'
import type { CallAnswer, Client, Json } from '../support/client.js'

const keys = ['one', 'two', 'three']
const pauseAfterErrorMs = 20

/** The errors that SDKs retry by default. Any other would surface in an application. */
const retriedTypes = new Set([
  'InternalServerError',
  'ServiceUnavailable',
  'ThrottlingException',
  'ReplicatedWriteConflictException',
])

interface Doubt {
  readonly key: string
  readonly value: string
  readonly operation: RegisterOperation
  readonly invokedAt: number
}

export class DoubtfulRegisters {
  readonly #histories = new Map(keys.map((key) => [key, new History<RegisterOperation>()]))
  readonly #table: string
  readonly #doubts: Doubt[] = []
  readonly #found = new Set<string>()
  #written = 0
  acknowledged = 0
  /** Counts by type. */
  readonly errors = new Map<string, number>()

  constructor(table: string) {
    this.#table = table
  }

  /** Makes one request. */
  async act(client: Client, chance: Chance): Promise<void> {
    const key = oneOf(chance, keys)
    const acts = [() => this.#read(client, key), () => this.#put(client, key)]
    const swap = () => this.#swap(client, key)
    await [...acts, swap, swap][below(chance, 4)]!()
  }

  async #read(client: Client, key: string): Promise<void> {
    await this.#histories.get(key)!.record(async () => {
      const answer = await this.#call(client, 'GetItem', { Key: keyOf(key), ConsistentRead: true })
      if (answer.status !== 200) return this.#failed(answer)
      return [{ kind: 'read', found: this.#find(answer.body['Item']) }]
    })
  }

  async #put(client: Client, key: string): Promise<void> {
    const value = this.#newValue()
    await this.#write(key, value, { kind: 'write', value }, async () => {
      const input = { Item: itemOf(key, value), ReturnValues: 'ALL_OLD' }
      const answer = await this.#call(client, 'PutItem', input)
      if (answer.status !== 200) return answer
      return { kind: 'write', value, before: this.#find(answer.body['Attributes']) }
    })
  }

  /** Reads, then writes on condition that the item has not changed. */
  async #swap(client: Client, key: string): Promise<void> {
    const seen = await this.#call(client, 'GetItem', { Key: keyOf(key) })
    if (seen.status !== 200) {
      await this.#failed(seen)
      return
    }
    const expected = this.#find(seen.body['Item'])
    const value = this.#newValue()
    await this.#write(key, value, { kind: 'swap', expected, value }, async () => {
      const answer = await this.#call(client, 'PutItem', {
        Item: itemOf(key, value),
        ...conditionOn(expected),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      if (answer.status === 200) return { kind: 'swap', expected, value }
      if (answer.type !== 'ConditionalCheckFailedException') return answer
      return { kind: 'refused swap', expected, found: this.#find(answer.body['Item']) }
    })
  }

  async #write(
    key: string,
    value: string,
    operation: RegisterOperation,
    request: () => Promise<RegisterOperation | CallAnswer>,
  ): Promise<void> {
    const history = this.#histories.get(key)!
    const invokedAt = history.moment()
    await history.record(async () => {
      const outcome = await request()
      if ('kind' in outcome) {
        this.acknowledged++
        return [outcome]
      }
      this.#doubts.push({ key, value, operation, invokedAt })
      return this.#failed(outcome)
    })
  }

  /** Checks what all clients saw, once they are done. Returns how much that was. */
  async check(clients: readonly Client[]): Promise<string> {
    for (const client of clients) for (const key of keys) await this.#read(client, key)
    let happened = 0
    let operations = 0
    for (const [key, history] of this.#histories) {
      const doubts = this.#doubts.filter(
        (doubt) => doubt.key === key && this.#found.has(doubt.value),
      )
      const late = doubts.map(({ operation, invokedAt }): Entry<RegisterOperation> => {
        return { operation, invokedAt, returnedAt: history.moment() }
      })
      requireExplained(key, [...history.entries, ...late], registerModel)
      happened += late.length
      operations += history.entries.length
    }
    const errors = JSON.stringify(Object.fromEntries(this.errors))
    return `${operations} operations, ${this.#doubts.length} in doubt, ${happened} of them happened; ${errors}`
  }

  async #failed({ status, type, message }: CallAnswer): Promise<readonly []> {
    const name = type ?? String(status)
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
    assert.ok(retriedTypes.has(name), `answered ${status} ${name}: ${message}`)
    await pause(pauseAfterErrorMs)
    return []
  }

  #find(item: unknown): string {
    const value = (item as { readonly v: { readonly S: string } } | undefined)?.v.S ?? ''
    this.#found.add(value)
    return value
  }

  #newValue(): string {
    return `value-${this.#written++}`
  }

  #call(client: Client, operation: string, input: Json): Promise<CallAnswer> {
    return client.call(operation, { TableName: this.#table, ...input })
  }
}

const keyOf = (key: string): Json => ({ pk: { S: key } })

const itemOf = (key: string, value: string): Json => ({ ...keyOf(key), v: { S: value } })

function conditionOn(expected: string): Json {
  if (expected === '') return { ConditionExpression: 'attribute_not_exists(pk)' }
  return {
    ConditionExpression: 'v = :expected',
    ExpressionAttributeValues: { ':expected': { S: expected } },
  }
}
