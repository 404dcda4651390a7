/**
 * What a table needs from every server that uses it, beyond the first form of its record: a kind of
 * derived data to keep in step, another stored form of its items. The names are stored with the
 * table.
 *
 * A server that does not know one of them refuses the table instead of writing to it without doing
 * what is needed. It leaves such a table alone and serves all others. Needs follow from the layout
 * alone, so that a table that gets a new one breaks the guard of every server that has its
 * definition cached.
 */
import { serviceUnavailable } from '../model/errors.js'
import type { TableLayout } from '../model/table.js'
import type { Mutation } from '../storage/engine.js'
import { formatSteps, ratchet } from '../storage/format.js'
import { keepsItems } from './departed-table.js'

export interface TableNeed {
  /** Stored; never reused for something else. */
  readonly name: string
  appliesTo(layout: TableLayout): boolean
}

/** Every need that this server knows, each with the reason it was added. */
const needs: readonly TableNeed[] = [
  // A server that does not know it would show a table as ACTIVE while only some items are there.
  { name: 'filling', appliesTo: ({ filling }) => filling !== undefined },
  // A server that does not know it would end the reader that keeps the changes with its next change of
  // the table.
  {
    name: 'point-in-time recovery',
    appliesTo: ({ pointInTimeRecovery }) => pointInTimeRecovery !== undefined,
  },
  // A server that does not know it would drop the items of a table that is being backed up.
  { name: 'backup', appliesTo: ({ backupsUnderWay }) => backupsUnderWay !== undefined },
  // A server that does not know it would not count what it writes.
  { name: 'item collections', appliesTo: ({ collections }) => collections !== undefined },
  // A server that does not know it would write items without versions, and let go of its changes.
  { name: 'replication', appliesTo: ({ replica }) => replica !== undefined },
  // A server that does not know it would let go of the changes that others follow from memory.
  { name: 'acceleration', appliesTo: ({ accelerated }) => accelerated !== undefined },
  // A server that does not know it would change one of the tables that have the same items, or would
  // store what belongs to them under no key.
  {
    name: 'shared items',
    appliesTo: ({ replica, spacesOwner }) =>
      replica?.sharedBy !== undefined || spacesOwner !== undefined,
  },
  // A server that does not know it would write items without keeping their vectors in step.
  {
    name: 'vector indexes',
    appliesTo: ({ vectorIndexes = [] }) => vectorIndexes.length > 0,
  },
  // A server that does not know it would not count the vectors that it writes.
  {
    name: 'vector totals',
    appliesTo: ({ vectorIndexes = [] }) =>
      vectorIndexes.some(({ listsSpace }) => listsSpace !== undefined),
  },
]

export function needsOf(layout: TableLayout): readonly string[] {
  return needs.filter((need) => need.appliesTo(layout)).map(({ name }) => name)
}

export function unknownNeeds(stored: readonly string[] | undefined): readonly string[] {
  return stored === undefined
    ? []
    : stored.filter((name) => !needs.some((each) => each.name === name))
}

/** The mutations that raise the format mark of the store if the table has needs. */
export function ratchetForNeeds(
  layout: TableLayout,
  mark: Uint8Array | undefined,
): readonly Mutation[] {
  if (needsOf(layout).length === 0) return []
  const kept = keepsItems(layout) ? [formatSteps.departedTables] : []
  const counted = layout.collections === undefined ? [] : [formatSteps.collectionSizes]
  const replicated =
    layout.replica === undefined ? [] : [formatSteps.globalTables, formatSteps.changeVersions]
  const vectors = (layout.vectorIndexes ?? []).length === 0 ? [] : [formatSteps.vectorRows]
  const steps = [...kept, ...counted, ...replicated, ...vectors]
  return ratchet(mark, [formatSteps.tableNeeds, ...steps])
}

/** A retryable error, since a retry may reach a server that knows the need. */
export function tableNotUnderstood(tableName: string, unknown: readonly string[]) {
  return serviceUnavailable(notUnderstood(tableName, unknown))
}

export function notUnderstood(tableName: string, unknown: readonly string[]): string {
  return `Table ${tableName} needs a newer version of Gramme (${unknown.join(', ')})`
}
