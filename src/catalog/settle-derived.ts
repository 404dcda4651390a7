/**
 * What a change of a table's definition means for its indexes: those that are new get a space and a
 * cursor, those that are gone lose theirs at once. Told by comparing the definitions, so whoever
 * changes a table only says which indexes it shall have.
 */
import type { WantedDefinition } from '../changes/settle-changes.js'
import type { DepartingIndex, IndexDefinition, TableDefinition } from '../model/table.js'
import type { Mutation } from '../storage/engine.js'
import { deleteCursor, startCursor } from './build-cursor.js'

/** An index to be made: what a client can say about it. The catalog adds the rest. */
export type IndexDraft = Omit<IndexDefinition, 'space' | 'build'>

/** A definition as it shall be, with indexes and a stream that may not exist yet. */
export type TableChange = Omit<WantedDefinition, 'indexes'> & {
  readonly indexes: readonly (IndexDefinition | IndexDraft)[]
}

export interface SettledIndexes {
  readonly definition: WantedDefinition
  readonly mutations: readonly Mutation[]
  /** The first space that is still unused. */
  readonly nextSpace: number
}

/** `doneAtMs` is when the new index starts to be filled, or the dropped one is no longer described. */
export function settleIndexes(
  before: TableDefinition,
  wanted: TableChange,
  firstSpace: number,
  nowMs: number,
  doneAtMs: number,
): SettledIndexes {
  let nextSpace = firstSpace
  const mutations: Mutation[] = []
  const indexes = wanted.indexes.map((index) => {
    if ('space' in index) return index
    const made = { ...index, space: nextSpace++, build: { backfillFromMs: doneAtMs } }
    mutations.push(createIndexSpace(wanted.name, made), startCursor(made))
    return made
  })
  const dropped = before.indexes.filter(
    ({ space }) => !indexes.some((kept) => kept.space === space),
  )
  mutations.push(...dropped.flatMap(dropIndex))
  const departingIndex = departing(dropped.at(-1), doneAtMs) ?? lingering(before, nowMs)
  return { definition: { ...wanted, indexes, departingIndex }, mutations, nextSpace }
}

export function createIndexSpace(tableName: string, { name, space }: IndexDefinition): Mutation {
  return { kind: 'create-space', space, label: `${tableName}.${name}` }
}

/** All that is stored of an index. */
export function dropIndex(index: Pick<IndexDefinition, 'space' | 'build'>): readonly Mutation[] {
  const drop: Mutation = { kind: 'drop-space', space: index.space }
  return index.build === undefined ? [drop] : [drop, deleteCursor(index)]
}

function departing(
  index: IndexDefinition | undefined,
  goneAtMs: number,
): DepartingIndex | undefined {
  return index && { index, goneAtMs }
}

function lingering({ departingIndex }: TableDefinition, nowMs: number) {
  return departingIndex && nowMs < departingIndex.goneAtMs ? departingIndex : undefined
}
