/** The items of all tables: what operations call. Knows no HTTP, no wire shape, no capacity units. */
import type { Table } from '../catalog/table.js'
import type { Item } from '../model/item.js'
import type { IndexDefinition } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import { backfillBatch } from './backfill.js'
import { getItem } from './get.js'
import type { StoredItem } from './stored-item.js'
import { writeItem, type Write, type WriteOutcome } from './write.js'

export class Items {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  get(table: Table, key: Item): Promise<StoredItem | undefined> {
    return getItem(this.#engine, table, key)
  }

  write(table: Table, write: Write): Promise<WriteOutcome> {
    return writeItem(this.#engine, table, write)
  }

  /** Fills in the next batch of an index that is being built; tells whether it was the last. */
  backfill(table: Table, index: IndexDefinition): Promise<boolean> {
    return backfillBatch(this.#engine, table, index)
  }
}
