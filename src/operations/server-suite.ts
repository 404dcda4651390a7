/** Servers without a wire, on engines that several of them can share, for tests of operations. */
import { memoryEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { StorageError } from '../storage/errors.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

export function serverOn(engine: Engine, clock = new VirtualClock()) {
  const server = openTestDatabase(engine, { clock })
  const ask = (name: string, input: Json, region = testCaller.region): Promise<Json> =>
    server.ask(name, input, { ...testCaller, region })
  return { ask, clock }
}

export type Ask = ReturnType<typeof serverOn>['ask']

/** The type of the error answered, and the codes of its reasons. */
export async function refusal(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const reasons = error.payload['CancellationReasons'] as { Code: string }[] | undefined
    return [error.type, ...(reasons ?? []).map(({ Code }) => Code)].join(' ')
  }
  return 'accepted'
}

export function createTable(ask: Ask, TableName: string, keyName = 'pk', region?: string) {
  return ask(
    'CreateTable',
    {
      TableName,
      AttributeDefinitions: [{ AttributeName: keyName, AttributeType: 'S' }],
      KeySchema: [{ AttributeName: keyName, KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
    region,
  )
}

/** An engine that counts its calls. While `contended` is set, every write loses to another. */
export class ContendedEngine implements Engine {
  readonly name = 'contended'
  readonly shared = false
  readonly #engine = memoryEngine()
  contended = false
  calls = { reads: 0, transactions: 0 }

  read: Engine['read'] = (reads, guards) => {
    this.calls.reads++
    return this.#engine.read(reads, guards)
  }
  transact: Engine['transact'] = (transaction) => {
    this.calls.transactions++
    return this.contended
      ? Promise.reject(new StorageError('conflict', 'others were faster'))
      : this.#engine.transact(transaction)
  }
  replace: Engine['replace'] = (replacement) => {
    this.calls.transactions++
    return this.contended
      ? Promise.reject(new StorageError('conflict', 'others were faster'))
      : this.#engine.replace(replacement)
  }
  spaces = () => this.#engine.spaces()
  ping = () => this.#engine.ping()
  close = () => this.#engine.close()
}
