/** A Scan: all items of a table or index, or of one of its segments. */
import type { Table } from '../../catalog/table.js'
import { keyDoesNotMatchSchema } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { Engine } from '../../storage/engine.js'
import { itemKey, segmentRange, wholeSpace, type KeyRange } from '../../storage/keyspace.js'
import { partitionNumber, partitionNumbers } from '../../storage/partition-hash.js'
import type { ReadMemory } from '../../storage/read-memory.js'
import { requireScalarKeyPaths } from '../key-paths.js'
import type { ReadRequest } from './query.js'
import { readPage, type Page } from './read-page.js'
import { requireTarget, type ReadTarget } from './read-target.js'
import {
  needsFetch,
  projectionOf,
  requireProjectedPaths,
  requireWholeItems,
} from './select-attributes.js'
import {
  contains,
  hasCursorLength,
  invalidStartKey,
  requireStartPart,
  requireStartValues,
} from './start-key.js'

export interface ScanRequest extends ReadRequest {
  readonly segment: Segment | undefined
}

/** One share of a scan that is split into several parallel ones. */
export interface Segment {
  /** From zero. */
  readonly number: number
  readonly total: number
}

export async function scanItems(
  engine: Engine,
  table: Table,
  request: ScanRequest,
  memory?: ReadMemory,
): Promise<Page> {
  const { start, segment, selection, filter } = request
  const target = requireTarget(table, request.indexName, request.consistent, 'Scan')
  if (start !== undefined) requireStartShape(target, start)
  requireWholeItems(target, selection)
  const range = segment === undefined ? wholeSpace() : segmentRange(segment.number, segment.total)
  const after = start && requireStartWithin(target, range, segment, start)
  requireScalarKeyPaths(table, { projection: projectionOf(selection) })
  requireScalarKeyPaths(table, { condition: filter })
  requireProjectedPaths(target, selection)
  return readPage(engine, {
    target,
    range,
    reverse: false,
    consistent: request.consistent,
    limit: request.limit,
    after,
    filter,
    whole: selection.kind !== 'paths',
    fetch: needsFetch(target, selection),
    memory,
  })
}

/** How many of a table's equal partitions a page was read from. */
export function partitionsRead(
  table: Table,
  { start, segment = wholeTable }: Pick<ScanRequest, 'start' | 'segment'>,
  lastKey: Item | undefined,
  partitions: number,
): number {
  const placeOf = (key: Item): number =>
    (partitionNumber(itemKey(table.keySchema, key)) / partitionNumbers) * partitions
  const { number, total } = segment
  const first = start === undefined ? (number * partitions) / total : placeOf(start)
  const last =
    lastKey === undefined ? Math.ceil(((number + 1) * partitions) / total) - 1 : placeOf(lastKey)
  return Math.floor(last) - Math.floor(first) + 1
}

const wholeTable: Segment = { number: 0, total: 1 }

function requireStartShape(target: ReadTarget, start: Item): void {
  const { index, partition, sort } = target
  if (!hasCursorLength(target, start)) {
    throw invalidStartKey(index === undefined ? keyDoesNotMatchSchema().message : undefined)
  }
  if (index === undefined) return
  for (const attribute of [...partition, ...sort]) requireStartPart(attribute, start)
}

/** Returns the position to continue after. */
function requireStartWithin(
  target: ReadTarget,
  range: KeyRange,
  segment: Segment | undefined,
  start: Item,
): Buffer {
  requireStartValues(target, start)
  const position = target.positionOf(start)
  if (segment !== undefined && !contains(range, position)) {
    throw invalidStartKey(
      `Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: ${segment.total} Segment: ${segment.number}`,
    )
  }
  return position
}
