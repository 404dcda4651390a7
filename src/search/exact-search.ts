/**
 * A search that reads every row of its scope, page by page and in turns, and keeps the best. It needs no
 * memory but a page, so it works for an index of any size, and its answers are what others are compared
 * with.
 */
import type { Table } from '../catalog/table.js'
import type { VectorIndexDefinition } from '../model/table.js'
import { nextTurn, Steps } from '../stdx/turns.js'
import type { Engine } from '../storage/engine.js'
import { keyAfter } from '../storage/keyspace.js'
import { queryVector, scoreOf } from '../vectors/distance.js'
import { vectorOfRow } from '../vectors/row.js'
import { BestRows } from './best-rows.js'
import { rankFound } from './final-rank.js'
import { rowPageBytesMax, rowPageEntriesMax, spareCandidates } from './limits.js'
import type { FoundVector, VectorSearch, VectorSearchRequest } from './search.js'
import { searchedRows, type SearchedRows } from './searched-rows.js'
import { requireWanted } from './unwanted-search.js'

export class ExactSearch implements VectorSearch {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async search(
    table: Table,
    index: VectorIndexDefinition,
    request: VectorSearchRequest,
  ): Promise<readonly FoundVector[]> {
    const rows = searchedRows(index, request)
    // A few more than wanted, because some may be gone once their items are read.
    const best = new BestRows(index.distance, request.topK + spareCandidates)
    await this.#scan(table, index, { request, rows }, best)
    return rankFound(this.#engine, { table, index }, { request, rows }, best.keys())
  }

  async #scan(
    table: Table,
    index: VectorIndexDefinition,
    { request, rows }: { readonly request: VectorSearchRequest; readonly rows: SearchedRows },
    best: BestRows,
  ): Promise<void> {
    const { dimensions, distance, space } = index
    const query = queryVector(request.vector)
    const vector = new Float32Array(dimensions)
    const steps = new Steps()
    for (let { from } = rows.range; ;) {
      const page = {
        kind: 'range',
        space,
        from,
        to: rows.range.to,
        entriesMax: rowPageEntriesMax,
        bytesMax: rowPageBytesMax,
      } as const
      requireWanted(request)
      const [{ entries, more }] = await this.#engine.read([page], [table.guard])
      for (const { key, value } of entries) {
        if (rows.matches(value)) {
          best.add(key, scoreOf(distance, query, vectorOfRow(value, dimensions, vector)))
        }
        if (steps.take(stepsPerRow + dimensions)) await nextTurn()
      }
      if (!more) return
      from = keyAfter(entries.at(-1)!.key)
    }
  }
}

/** What a row takes beside its dimensions, in steps of a turn. */
const stepsPerRow = 100
