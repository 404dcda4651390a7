/** Gramme as a library: a DynamoDB-compatible server to start, call and stop from a program. */
import { GrammeServer } from './gramme-server.js'
import { openDatabase } from './open-database.js'
import type { Gramme } from './gramme-interface.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions } from './options.js'

export type { KeyPair } from '../iam/access-keys.js'
export type { Address } from '../wire/address.js'
export { CannotStart } from './cannot-start.js'
export type { Durability } from '../storage/driver.js'
export type { Gramme, StartOptions } from './gramme-interface.js'
export type { AuthMode, GrammeOptions, LogThreshold } from './gramme-options.js'

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
  const settings = readOptions(options)
  if (settings.workers !== 'auto' && settings.workers > 1) {
    throw new TypeError('workers must be 1 or auto here: only gramme start has several processes.')
  }
  return new GrammeServer(settings, openDatabase)
}
