/**
 * Where the items of a table are while its past is read, and what shows that they are still there. The
 * table's definition may change meanwhile, and the table may be deleted: then its items can still be
 * read if they were kept.
 */
import { decodeTableRecord, getTableRecord, guardOf } from '../catalog/table-record.js'
import type { Scope } from '../model/arn.js'
import type { KeySchema } from '../model/key-schema.js'
import type { Engine, Guard, SpaceId } from '../storage/engine.js'
import { PastUnavailable } from './past-unavailable.js'

/** A table by what never changes about it; plain JSON. */
export interface PastSource extends Scope {
  readonly name: string
  readonly id: string
  /** The space of its items. */
  readonly space: SpaceId
  readonly keySchema: KeySchema
}

export function pastSource({
  account,
  region,
  name,
  id,
  space,
  keySchema,
}: PastSource): PastSource {
  return { account, region, name, id, space, keySchema }
}

/**
 * Finds a guard that holds as long as the items of a deleted table are kept; undefined if they are not.
 * `space` is that of the items.
 */
export type FindDeparted = (space: SpaceId) => Promise<Guard | undefined>

export interface ItemsPlace {
  /** Holds as long as the items are in their space and what is said here about them is true. */
  readonly guard: Guard
  /** The log that every change goes to; undefined if changes go to none. */
  readonly log: SpaceId | undefined
  /** Whether nobody writes to the items any more. */
  readonly isFinal: boolean
}

export async function placeOfItems(
  engine: Engine,
  { id, space, ...source }: PastSource,
  findDeparted: FindDeparted,
): Promise<ItemsPlace> {
  const [bytes] = await engine.read([getTableRecord(source, source.name)])
  const record = bytes && decodeTableRecord(bytes)
  if (record?.definition.id === id && record.definition.space === space) {
    const { changes, transition } = record.definition
    const isFinal = transition?.kind === 'deleting'
    return { guard: guardOf(record), log: changes?.space, isFinal }
  }
  const guard = await findDeparted(space)
  if (guard === undefined) throw new PastUnavailable('gone')
  return { guard, log: undefined, isFinal: true }
}
