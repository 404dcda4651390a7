/**
 * What a change of a table's definition means for the list of its items by expiry: it is made, to be
 * filled in the background, when time to live is enabled, and dropped at once when it is disabled. Told
 * by comparing the definitions, so whoever changes a table only says whether its items expire.
 */
import type { WantedDefinition } from '../changes/settle-changes.js'
import type { ExpiryIndex, TableDefinition } from '../model/table.js'
import type { Mutation, SpaceId } from '../storage/engine.js'
import { startCursor } from './build-cursor.js'
import { dropIndex, type SettledIndexes } from './settle-derived.js'

export function settleExpiry(
  before: TableDefinition,
  wanted: WantedDefinition,
  firstSpace: SpaceId,
  nowMs: number,
): SettledIndexes {
  const { timeToLive } = wanted
  const attribute = timeToLive?.enabled ? timeToLive.attribute : undefined
  const current = before.expiry
  if (current?.attribute === attribute) {
    return { definition: { ...wanted, expiry: current }, mutations: [], nextSpace: firstSpace }
  }
  const dropped = current === undefined ? [] : dropIndex(current)
  if (attribute === undefined) {
    const definition = { ...wanted, expiry: undefined }
    return { definition, mutations: dropped, nextSpace: firstSpace }
  }
  const build = { backfillFromMs: nowMs }
  const expiry: ExpiryIndex = { kind: 'expiry', space: firstSpace, attribute, build }
  const made: Mutation = {
    kind: 'create-space',
    space: firstSpace,
    label: `${wanted.name} by expiry`,
  }
  return {
    definition: { ...wanted, expiry },
    mutations: [...dropped, made, startCursor(expiry)],
    nextSpace: firstSpace + 1,
  }
}
