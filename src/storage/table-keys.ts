/** What operations on tables ask about their keys. Absent if nothing is encrypted. */
import type { KeyFault } from '../keys/master-keys.js'
import type { Scope } from '../model/arn.js'
import type { Get, Mutation } from './engine.js'

/** Since when a key cannot be used, and why. */
export interface LostKey {
  readonly fault: KeyFault
  readonly sinceMs: number
}

/** A record that is changed together with the definition of its table, in one transaction. */
export interface BesideDefinition {
  readonly read: Get
  readonly mutations: (stored: Buffer | undefined) => readonly Mutation[]
}

export interface TableKeys {
  /** The ARN of a key that can be used, by its ARN, alias or id. Undefined if keys are only described. */
  resolve(scope: Scope, name: string): Promise<string | undefined>
  /**
   * Wraps the data key of a table by another key; by the server's own without one. It holds once what is
   * returned is written. Undefined if the table has no data key. Throws `KeyFault`.
   */
  rewrap(tableId: string, masterKey: string | undefined): Promise<BesideDefinition | undefined>
  /** Undefined if the key of the table can be used, or it has none. */
  findLost(tableId: string): Promise<LostKey | undefined>
}
