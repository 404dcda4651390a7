/** Reads the rows of changed items, as they are now, and hands them to the threads. */
import type { Table } from '../../catalog/table.js'
import { StoredItem } from '../../items/stored-item.js'
import { attributeOf } from '../../model/item.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import type { Get } from '../../storage/engine.js'
import { vectorRowKey, vectorScope } from '../../storage/keyspace.js'
import { scopeId, shapeOf, type HeldScope } from './held-scope.js'
import { followedRowsMax } from './limits.js'
import { sendBatches } from './load-rows.js'
import { itemHash, RowBatch } from './row-batch.js'
import type { TableParts } from './table-parts.js'

interface Held {
  readonly table: Table
  readonly scopes: readonly HeldScope[]
}

/** Where the row of an item is, if it is in a scope that is held. */
interface Place {
  readonly scope: HeldScope
  readonly rowKey: Buffer
}

/** `changed` are keys of items in the table's space, some perhaps more than once. */
export async function sendChanges(
  parts: TableParts,
  { table, scopes }: Held,
  changed: readonly Buffer[],
): Promise<void> {
  const keys = [...new Map(changed.map((key) => [key.toString('latin1'), key])).values()]
  const indexes = new Map(scopes.map(({ index }) => [index.space, index]))
  for (let start = 0; start < keys.length; start += followedRowsMax) {
    const some = keys.slice(start, start + followedRowsMax)
    for (const index of indexes.values()) {
      await sendIndex(parts, index, { table, scopes }, some)
    }
    if (turnIsOver()) await nextTurn()
  }
}

async function sendIndex(
  parts: TableParts,
  index: VectorIndexDefinition,
  { table, scopes }: Held,
  keys: readonly Buffer[],
): Promise<void> {
  const { engine, threads } = parts
  const byId = new Map(scopes.map((scope) => [scopeId(scope.index, scope.prefix), scope]))
  const places = await placesOf(parts, { index, table, byId }, keys)
  const gets = places.flatMap((place): readonly Get[] => {
    return place === undefined ? [] : [{ kind: 'get', space: index.space, key: place.rowKey }]
  })
  const rows = gets.length === 0 ? [] : await engine.read<readonly Get[]>(gets, [table.guard])
  const batches = Array.from({ length: threads.count }, () => new RowBatch(shapeOf(index)))
  let read = 0
  for (const [i, key] of keys.entries()) {
    const hash = itemHash(key)
    const batch = batches[hash % threads.count]!
    const place = places[i]
    const row = place && rows[read++]
    if (place === undefined || row === undefined) batch.remove(key, hash)
    else batch.add(place.scope.number, key, hash, row)
  }
  // Nobody waits: threads store it before they answer the next search.
  sendBatches(threads, index.space, batches).catch(() => undefined)
}

interface IndexPlaces {
  readonly index: VectorIndexDefinition
  readonly table: Table
  readonly byId: ReadonlyMap<string, HeldScope>
}

async function placesOf(
  { engine }: TableParts,
  { index, table, byId }: IndexPlaces,
  keys: readonly Buffer[],
): Promise<readonly (Place | undefined)[]> {
  const { hash } = index
  const placeOf = (prefix: Buffer | undefined, key: Buffer): Place | undefined => {
    const scope = byId.get(scopeId(index, prefix))
    return scope && { scope, rowKey: vectorRowKey(prefix, key) }
  }
  if (hash === undefined) return keys.map((key) => placeOf(undefined, key))
  // Only the item knows its scope.
  const gets = keys.map((key): Get => ({ kind: 'get', space: table.space, key }))
  const records = await engine.read<readonly Get[]>(gets, [table.guard])
  return keys.map((key, i) => {
    const record = records[i]
    if (record === undefined) return undefined
    const { item } = StoredItem.fromRecord(record, key, table)
    if (attributeOf(item, hash.name) === undefined) return undefined
    return placeOf(vectorScope(hash, item), key)
  })
}
