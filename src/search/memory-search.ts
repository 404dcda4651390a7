/**
 * A search in memory: threads hold the rows that are searched and name candidates, whose rows are then read. What has
 * no room in memory is searched in the store, which takes longer and answers the same.
 */
import type { Table } from '../catalog/table.js'
import { ServiceError } from '../model/errors.js'
import type { VectorIndexDefinition } from '../model/table.js'
import type { Engine, Get } from '../storage/engine.js'
import { vectorRowKey } from '../storage/keyspace.js'
import { queryVector, scoreOf } from '../vectors/distance.js'
import { vectorOfRow } from '../vectors/row.js'
import { BestRows } from './best-rows.js'
import { ExactSearch } from './exact-search.js'
import { rankFound } from './final-rank.js'
import { memorySearchesMax, spareCandidates, storeSearchesMax } from './limits.js'
import { filterHash } from './memory/row-batch.js'
import { SearchMemory, type SearchMemoryOptions } from './memory/search-memory.js'
import type { FoundVector, VectorSearch, VectorSearchRequest } from './search.js'
import { searchedRows, type SearchedRows } from './searched-rows.js'

interface Search {
  readonly request: VectorSearchRequest
  readonly rows: SearchedRows
}

export class MemorySearch implements VectorSearch {
  readonly #engine: Engine
  readonly #memory: SearchMemory
  readonly #exact: ExactSearch
  readonly #inMemory = new Places(memorySearchesMax)
  readonly #inStore = new Places(storeSearchesMax)

  constructor(options: SearchMemoryOptions) {
    this.#engine = options.engine
    this.#memory = new SearchMemory(options)
    this.#exact = new ExactSearch(options.engine)
  }

  /** What the rows take that are held in memory. */
  get bytes(): number {
    return this.#memory.bytes
  }

  async search(
    table: Table,
    index: VectorIndexDefinition,
    request: VectorSearchRequest,
  ): Promise<readonly FoundVector[]> {
    const rows = searchedRows(index, request)
    const found = await this.#inMemory.take(async () => {
      const itemKeys = await this.#candidates(table, index, { request, rows })
      return itemKeys && this.#rank(table, index, { request, rows }, itemKeys)
    })
    return found ?? this.#inStore.take(() => this.#exact.search(table, index, request))
  }

  close(): Promise<void> {
    return this.#memory.close()
  }

  #candidates(
    table: Table,
    index: VectorIndexDefinition,
    { request: { vector, topK, isUnwanted }, rows }: Search,
  ): Promise<readonly Uint8Array[] | undefined> {
    const filters = rows.filters.flatMap((code, attribute) => {
      return code === undefined ? [] : [{ attribute, hash: filterHash(code) }]
    })
    const search = { vector, count: topK, filters, isUnwanted }
    return this.#memory.candidates(table, index, rows.scope, search)
  }

  /** By their rows alone first: items are larger, and only those of the best are needed. */
  async #rank(
    table: Table,
    index: VectorIndexDefinition,
    { request, rows }: Search,
    itemKeys: readonly Uint8Array[],
  ): Promise<readonly FoundVector[]> {
    if (itemKeys.length === 0) return []
    // Of equal ones, those with the lowest keys are kept.
    const rowKeys = itemKeys
      .map((key) => vectorRowKey(rows.scope, key))
      .sort((a, b) => Buffer.compare(a, b))
    const gets = rowKeys.map((key): Get => ({ kind: 'get', space: index.space, key }))
    const read = await this.#engine.read<readonly Get[]>(gets, [table.guard])
    const best = new BestRows(index.distance, request.topK + spareCandidates)
    const query = queryVector(request.vector)
    const vector = new Float32Array(index.dimensions)
    for (const [i, row] of read.entries()) {
      if (row === undefined || !rows.matches(row)) continue
      const score = scoreOf(index.distance, query, vectorOfRow(row, index.dimensions, vector))
      best.add(rowKeys[i]!, score)
    }
    return rankFound(this.#engine, { table, index }, { request, rows }, best.keys())
  }
}

/** So many at a time; whoever finds no place is turned away. */
class Places {
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) throw tooManySearches()
    this.#free--
    try {
      return await work()
    } finally {
      this.#free++
    }
  }
}

/** AWS: its sentence is not known. */
function tooManySearches(): ServiceError {
  return new ServiceError(
    'ThrottlingException',
    'Too many searches are under way. Try again later.',
  )
}
