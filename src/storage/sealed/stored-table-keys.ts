/** The keys of tables in an encrypted store. */
import type { MasterKeys } from '../../keys/master-keys.js'
import type { Scope } from '../../model/arn.js'
import type { Engine } from '../engine.js'
import type { LostKey, TableKeys } from '../table-keys.js'
import type { DataKeys } from './data-keys.js'
import { replaceWrapped } from './rewrap.js'
import { choiceOf, decodeDataKey, getDataKey } from './seal-records.js'

export interface StoredTableKeysParts {
  readonly engine: Engine
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

  async rewrap(tableId: string, masterKey: string | undefined): Promise<void> {
    const { engine, dataKeys, masterKeys } = this.#own
    for (;;) {
      const [stored] = await engine.read([getDataKey(tableId)])
      const opened = await dataKeys.open(tableId)
      // A table that was there before encryption was turned on has no key.
      if (stored === undefined || opened === undefined) return
      opened.requireUsable()
      const wrapped = await masterKeys.wrap(opened.secret, tableId, masterKey)
      const change = choiceOf(wrapped, masterKey)
      if (await replaceWrapped(engine, decodeDataKey(stored), change)) return
    }
  }

  findLost(tableId: string): Promise<LostKey | undefined> {
    return this.#own.dataKeys.findLost(tableId)
  }
}
