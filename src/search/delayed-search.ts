/**
 * A search that does not show what was written lately, as on AWS, where a write can be searched soon, not at once. An
 * item that was changed is missing until its delay is over. Deleted ones are gone at once.
 */
import { recentlyChanged } from '../changes/recently-changed.js'
import type { Table } from '../catalog/table.js'
import type { VectorIndexDefinition } from '../model/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { itemKey } from '../storage/keyspace.js'
import type { FoundVector, VectorSearch, VectorSearchRequest } from './search.js'

export interface DelayedSearchParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly search: VectorSearch
  readonly delayMs: number
}

export class DelayedSearch implements VectorSearch {
  readonly #parts: DelayedSearchParts

  constructor(parts: DelayedSearchParts) {
    this.#parts = parts
  }

  async search(
    table: Table,
    index: VectorIndexDefinition,
    request: VectorSearchRequest,
  ): Promise<readonly FoundVector[]> {
    const { search } = this.#parts
    const hidden = await this.#hidden(table)
    // As many more as may have to be left out.
    const topK = request.topK + hidden.size
    const found = await search.search(table, index, { ...request, topK })
    const isShown = ({ stored }: FoundVector): boolean =>
      !hidden.has(nameOf(itemKey(table.keySchema, stored.item)))
    return found.filter(isShown).slice(0, request.topK)
  }

  async #hidden(table: Table): Promise<ReadonlySet<string>> {
    const { engine, clock, delayMs } = this.#parts
    const { changes } = table
    if (changes === undefined) return new Set()
    const keys = await recentlyChanged(engine, { ...table, changes }, clock.now() - delayMs)
    return new Set(keys.map(nameOf))
  }
}

function nameOf(key: Buffer): string {
  return key.toString('latin1')
}
