/** The keys of tables in an encrypted store. */
import type { MasterKeys } from '../../keys/master-keys.js'
import type { Scope } from '../../model/arn.js'
import type { BesideDefinition, LostKey, TableKeys } from '../table-keys.js'
import type { DataKeys } from './data-keys.js'
import { choiceOf, decodeDataKey, getDataKey, putDataKey } from './seal-records.js'

export interface StoredTableKeysParts {
  readonly dataKeys: DataKeys
  readonly masterKeys: MasterKeys
  /** Undefined without a key management service. */
  readonly resolve?: ((scope: Scope, name: string) => Promise<string>) | undefined
}

export class StoredTableKeys implements TableKeys {
  readonly #own: StoredTableKeysParts

  constructor(parts: StoredTableKeysParts) {
    this.#own = parts
  }

  async resolve(scope: Scope, name: string): Promise<string | undefined> {
    return this.#own.resolve?.(scope, name)
  }

  async rewrap(
    tableId: string,
    masterKey: string | undefined,
  ): Promise<BesideDefinition | undefined> {
    const { dataKeys, masterKeys } = this.#own
    const opened = await dataKeys.open(tableId)
    // A table that was there before encryption was turned on has no key.
    if (opened === undefined) return undefined
    opened.requireUsable()
    const wrapped = await masterKeys.wrap(opened.secret, tableId, masterKey)
    const change = choiceOf(wrapped, masterKey)
    return {
      read: getDataKey(tableId),
      // A data key stays the same, so it does not matter who else has wrapped it meanwhile.
      mutations: (stored) =>
        stored === undefined ? [] : [putDataKey({ ...decodeDataKey(stored), ...change })],
    }
  }

  findLost(tableId: string): Promise<LostKey | undefined> {
    return this.#own.dataKeys.findLost(tableId)
  }
}
