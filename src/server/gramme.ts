/** Gramme as a library: a DynamoDB-compatible server to start, call and stop from a program. */
import type { Address } from '../wire/address.js'
import { GrammeServer } from './gramme-server.js'
import { openDatabase } from './open-database.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions } from './options.js'

export type { Address } from '../wire/address.js'
export { CannotStart } from './cannot-start.js'
export type { Durability } from '../storage/driver.js'
export type { GrammeOptions, LogThreshold } from './gramme-options.js'

export interface StartOptions {
  /** False to open the database without listening on a port; use `fetch` then. */
  readonly listen?: boolean
}

export interface Gramme extends AsyncDisposable {
  /** Where the server listens. Throws while it does not. */
  readonly address: Address
  /** The storage engine in use: `lmdb`, `memory` or `postgres`. Throws while the server is not started. */
  readonly engine: string
  /** Rejects with `CannotStart`, whose message says why, and leaves nothing open. */
  start(options?: StartOptions): Promise<void>
  /** Lets the requests under way finish, then closes everything. Can be started again. */
  stop(): Promise<void>
  /**
   * Answers a request like a server would, without a network. The host in the address does not matter
   * and may be left out.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/**
 * A server that is not started yet. Throws a TypeError if an option is invalid.
 *
 * ```ts
 * await using gramme = createGramme({ port: 0, inMemory: true })
 * await gramme.start()
 * const client = new DynamoDBClient({ endpoint: gramme.address.url, … })
 * ```
 */
export function createGramme(options: GrammeOptions = {}): Gramme {
  return new GrammeServer(readOptions(options), openDatabase)
}
