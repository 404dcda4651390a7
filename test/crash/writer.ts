/**
 * One client that writes its own items and remembers what the server acknowledged.
 *
 * It sends one request at a time, so at most one is uncertain when the server dies: every item is
 * then either what it was at the last answer or what that one request would have made of it, whole.
 */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Chance } from '../support/chance.js'
import type { CallAnswer, Client, Json } from '../support/client.js'

/** An item as it is stored; undefined if there is none. */
type State = Json | undefined

const itemsPerWriter = 24

interface Write {
  readonly name: string
  readonly operation: string
  readonly input: Json
  readonly after: State
}

export class Writer {
  readonly #id: string
  readonly #table: string
  readonly #chance: Chance
  readonly #states = new Map<string, State>()
  #doubt: Write | undefined
  #count = 0
  #shared = { acknowledged: 0, inDoubt: 0 }
  /** Writes the server has acknowledged. */
  acknowledged = 0

  constructor(id: string, table: string, chance: Chance) {
    this.#id = id
    this.#table = table
    this.#chance = chance
  }

  /** Writes until the server no longer answers. */
  async writeUntilGone(client: Client): Promise<void> {
    for (;;) {
      const write = this.#nextWrite()
      this.#doubt = write
      const answer = await client.call(write.operation, write.input).catch(() => undefined)
      if (answer === undefined || answer.status >= 500) return
      this.#acknowledge(write, answer)
      if (!(await this.#incrementShared(client))) return
    }
  }

  /** Checks that acknowledged writes are present, and settles the uncertain one. */
  async check(client: Client): Promise<void> {
    for (const name of [...this.#states.keys(), this.#doubt?.name]) {
      if (name === undefined) continue
      const { Item } = await client.ask('GetItem', {
        TableName: this.#table,
        Key: this.#key(name),
        ConsistentRead: true,
      })
      this.#settle(name, Item as State)
    }
    this.#doubt = undefined
  }

  /** Returns the increments of the counter that all writers share since the last call. */
  takeShared(): { readonly acknowledged: number; readonly inDoubt: number } {
    const taken = this.#shared
    this.#shared = { acknowledged: 0, inDoubt: 0 }
    return taken
  }

  #settle(name: string, found: State): void {
    const known = this.#states.get(name)
    if (isDeepStrictEqual(found, known)) return
    const doubt = this.#doubt
    if (doubt?.name === name && isDeepStrictEqual(found, doubt.after)) {
      this.#states.set(name, found)
      return
    }
    assert.deepEqual(found, known, `${this.#id} ${name}, in doubt: ${JSON.stringify(doubt)}`)
  }

  #acknowledge(write: Write, answer: CallAnswer): void {
    assert.equal(answer.status, 200, `${write.operation}: ${answer.type} ${answer.message}`)
    this.#states.set(write.name, write.after)
    this.#doubt = undefined
    this.acknowledged++
  }

  async #incrementShared(client: Client): Promise<boolean> {
    if (this.#chance() > 0.2) return true
    this.#shared.inDoubt++
    const answer = await client
      .call('UpdateItem', sharedIncrement(this.#table))
      .catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return false
    assert.equal(answer.status, 200, `shared counter: ${answer.type} ${answer.message}`)
    this.#shared.inDoubt--
    this.#shared.acknowledged++
    return true
  }

  #nextWrite(): Write {
    const name = `item-${Math.floor(this.#chance() * itemsPerWriter)}`
    const state = this.#states.get(name)
    const choice = this.#chance()
    if (state === undefined) return this.#put(name, state)
    if (choice < 0.3) return this.#put(name, state)
    if (choice < 0.5) return this.#delete(name)
    return this.#update(name, state)
  }

  #put(name: string, before: State): Write {
    const after = { ...this.#key(name), ...this.#attributes(), revision: { N: '0' } }
    const condition = before === undefined ? 'attribute_not_exists(pk)' : 'attribute_exists(pk)'
    const input = { TableName: this.#table, Item: after, ConditionExpression: condition }
    return { name, operation: 'PutItem', input, after }
  }

  #delete(name: string): Write {
    const input = {
      TableName: this.#table,
      Key: this.#key(name),
      ConditionExpression: 'attribute_exists(pk)',
    }
    return { name, operation: 'DeleteItem', input, after: undefined }
  }

  /** Moves the item in all indexes and increments it, if it is still at the known revision. */
  #update(name: string, state: Json): Write {
    const { N } = state['revision'] as { N: string }
    const attributes = this.#attributes()
    const after = { ...state, ...attributes, revision: { N: String(Number(N) + 1) } }
    const input = {
      TableName: this.#table,
      Key: this.#key(name),
      UpdateExpression:
        'SET #local = :local, #global = :global, emb = :emb, filler = :filler ADD revision :one',
      ConditionExpression: 'revision = :known',
      ExpressionAttributeNames: { '#local': 'local', '#global': 'global' },
      ExpressionAttributeValues: {
        ':local': attributes.local,
        ':global': attributes.global,
        ':emb': attributes.emb,
        ':filler': attributes.filler,
        ':one': { N: '1' },
        ':known': { N },
      },
    }
    return { name, operation: 'UpdateItem', input, after }
  }

  /** All derived from one number, so that a mixture of two writes cannot look like either. */
  #attributes() {
    const count = this.#count++
    const token = `${this.#id}-${count}`
    const length = Math.floor(this.#chance() ** 4 * 20_000)
    return {
      local: { S: `local-${token}` },
      global: { S: `global-${token}` },
      emb: { L: [{ N: String(count) }, { N: '1' }] },
      filler: { S: `${token} `.padEnd(length, '.') },
    }
  }

  #key(name: string): Json {
    return { pk: { S: this.#id }, sk: { S: name } }
  }
}

export const sharedKey: Json = { pk: { S: 'shared' }, sk: { S: 'counter' } }

function sharedIncrement(TableName: string): Json {
  return {
    TableName,
    Key: sharedKey,
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  }
}
