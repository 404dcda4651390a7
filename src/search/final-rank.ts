/**
 * The last step of every search: reads the candidates' rows and items in one snapshot, under the table's
 * guard, and ranks what is still there by scores of these rows.
 */
import type { Table } from '../catalog/table.js'
import { StoredItem } from '../items/stored-item.js'
import type { VectorIndexDefinition } from '../model/table.js'
import { mapInTurns } from '../stdx/turns.js'
import type { Engine, Get } from '../storage/engine.js'
import { itemKeyOfRow } from '../storage/keyspace.js'
import { compareScores, queryVector, scoreOf } from '../vectors/distance.js'
import { vectorOfRow } from '../vectors/row.js'
import type { FoundVector, VectorSearchRequest } from './search.js'
import type { SearchedRows } from './searched-rows.js'

interface Ranked extends Omit<FoundVector, 'stored'> {
  readonly itemKey: Buffer
  readonly record: Buffer
}

/** `rowKeys` are those of the candidates, in any order: at least as many as are wanted, if there are. */
export async function rankFound(
  engine: Engine,
  { table, index }: { readonly table: Table; readonly index: VectorIndexDefinition },
  { request, rows }: { readonly request: VectorSearchRequest; readonly rows: SearchedRows },
  rowKeys: readonly Buffer[],
): Promise<readonly FoundVector[]> {
  const itemKeys = rowKeys.map((key) => itemKeyOfRow(key, index.hash !== undefined))
  const gets = [
    ...rowKeys.map((key): Get => ({ kind: 'get', space: index.space, key })),
    ...itemKeys.map((key): Get => ({ kind: 'get', space: table.space, key })),
  ]
  const found = await engine.read<readonly Get[]>(gets, [table.guard])
  const query = queryVector(request.vector)
  const ranked = itemKeys.flatMap((itemKey, i): readonly Ranked[] => {
    const [row, record] = [found[i], found[itemKeys.length + i]]
    if (row === undefined || record === undefined || !rows.matches(row)) return []
    const vector = vectorOfRow(row, index.dimensions)
    return [{ record, vector, score: scoreOf(index.distance, query, vector), itemKey }]
  })
  const order = (a: Ranked, b: Ranked) =>
    compareScores(index.distance, a.score, b.score) || Buffer.compare(a.itemKey, b.itemKey)
  const nearest = ranked.sort(order).slice(0, request.topK)
  return mapInTurns(nearest, stepsToCheck, ({ record, itemKey, vector, score }) => {
    return { stored: StoredItem.fromRecord(record, itemKey, table), vector, score }
  })
}

/** Of a record's checksum; several bytes are a step. */
function stepsToCheck({ record }: Ranked): number {
  return 300 + Math.ceil(record.length / 8)
}
