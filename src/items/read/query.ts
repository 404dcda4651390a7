/** A Query: the items of one partition, or a stretch of it, in the order of their sort keys. */
import type { Table } from '../../catalog/table.js'
import type { Condition } from '../../expressions/condition.js'
import { conditionPaths } from '../../expressions/condition-paths.js'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import type { Projection } from '../../expressions/project.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { Engine } from '../../storage/engine.js'
import type { ReadMemory } from '../../storage/read-memory.js'
import { requireScalarKeyPaths } from '../key-paths.js'
import { readPage, type Page } from './read-page.js'
import { requireTarget, tableTarget, type ReadTarget } from './read-target.js'
import {
  filterNotProjected,
  lackingForFilter,
  needsFetch,
  projectionOf,
  requireProjectedPaths,
  requireWholeItems,
  type Selection,
} from './select-attributes.js'
import { selectKeys, type KeySelection } from './select-keys.js'
import {
  contains,
  hasCursorLength,
  invalidStartKey,
  requireStartValues,
  noRestart,
} from './start-key.js'

/** What a Query and a Scan have in common. */
export interface ReadRequest {
  readonly indexName: string | undefined
  readonly consistent: boolean
  readonly start: Item | undefined
  readonly limit: number | undefined
  readonly filter: Condition | undefined
  readonly selection: Selection
}

export interface QueryRequest extends ReadRequest {
  readonly conditions: readonly KeyCondition[]
  /** What the service calls the filter when it refuses one that names a key. */
  readonly filterName: string
  readonly reverse: boolean
}

/** Checks in the service's order: the key together with the start key, then what is selected. */
export async function queryItems(
  engine: Engine,
  table: Table,
  request: QueryRequest,
  memory?: ReadMemory,
): Promise<Page> {
  const { start, selection, filter } = request
  const target = requireTarget(table, request.indexName, request.consistent, 'Query')
  if (start !== undefined && !hasCursorLength(target, start)) throw invalidStartKey()
  const keys = selectKeys(target, request.conditions, start)
  const after = start && requireStartWithin(target, keys, start)
  requireAnswerable(target, request)
  const page = await readPage(engine, {
    target,
    range: keys.range,
    partition: keys.partition,
    reverse: request.reverse,
    consistent: request.consistent,
    limit: request.limit,
    after,
    filter,
    whole: selection.kind !== 'paths',
    fetch: needsFetch(target, selection),
    memory,
  })
  return keys.single ? { ...page, lastKey: undefined } : page
}

/**
 * Checks expressions that select items of a table without reading any: with key conditions as a
 * Query does, without them as a Scan.
 */
export function requireSelecting(
  table: Table,
  conditions: readonly KeyCondition[] | undefined,
  { filter, projection }: { readonly filter?: Condition; readonly projection?: Projection },
): void {
  const target = tableTarget(table)
  if (conditions !== undefined) {
    selectKeys(target, conditions, undefined)
    if (filter !== undefined) requireFilterBesideKey(target, filter, 'Filter Expression')
  }
  requireScalarKeyPaths(table, { projection })
  requireScalarKeyPaths(table, { condition: filter })
}

/** Returns the position to continue after. */
function requireStartWithin(target: ReadTarget, keys: KeySelection, start: Item): Buffer {
  requireStartValues(target, start)
  const position = target.positionOf(start)
  // Where the start key would be in the requested partition.
  const moved = target.positionOf({ ...start, ...keys.partition })
  const elsewhere = !moved.equals(position)
  if (keys.sorted && !contains(keys.range, moved)) {
    throw validation('The provided starting key does not match the range key predicate')
  }
  if (!keys.sorted && elsewhere) {
    throw validation(
      'The provided starting key is outside query boundaries based on provided conditions',
    )
  }
  if (target.index === undefined && target.sort.length === 0) throw noRestart(start)
  // AWS: this sentence is also used for queries of many items if the start key is in another
  // partition.
  if (keys.single || elsewhere) {
    throw validation('The query can return at most one row and cannot be restarted')
  }
  return position
}

function requireAnswerable(target: ReadTarget, request: QueryRequest): void {
  const { selection, filter } = request
  requireScalarKeyPaths(target.table, { projection: projectionOf(selection) })
  if (filter !== undefined) requireFilterBesideKey(target, filter, request.filterName)
  requireWholeItems(target, selection)
  requireProjectedPaths(target, selection)
  requireScalarKeyPaths(target.table, { condition: filter })
}

/**
 * AWS: a filter may not name a key attribute, and what an index lacks is not fetched for a filter.
 */
function requireFilterBesideKey(target: ReadTarget, filter: Condition, filterName: string): void {
  const names = new Set(conditionPaths(filter).map(([name]) => name))
  const key = [...target.partition, ...target.sort].find(({ name }) => names.has(name))
  if (key !== undefined) {
    throw validation(
      `${filterName} can only contain non-primary key attributes: Primary key attribute: ${key.name}`,
    )
  }
  const lacking = lackingForFilter(target, filter)
  if (lacking.length > 0) throw filterNotProjected(target.index!.name, lacking)
}
