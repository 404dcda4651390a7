/** A change of a global table's record, made in the transaction that changes one of its tables. */
import type { Mutation } from '../storage/engine.js'
import type { BesideDefinition } from '../storage/table-keys.js'
import { transactionPart, type TransactionPart } from '../storage/transaction-part.js'
import {
  decodeGlobalTable,
  deleteGlobalTable,
  getGlobalTable,
  putGlobalTable,
  type GlobalTable,
} from './global-table.js'

/** The record is not what it was when the change was decided. */
export class GroupChanged extends Error {
  constructor() {
    super('the global table has changed')
    this.name = 'GroupChanged'
  }
}

export interface GroupChange {
  /** Absent for a new one. */
  readonly before?: GlobalTable | undefined
  /** Absent if it ends. */
  readonly after?: GlobalTable | undefined
}

/** Throws `GroupChanged` in the transaction. */
export function besideTable({ before, after }: GroupChange): BesideDefinition {
  const { id } = (before ?? after)!
  return {
    read: getGlobalTable(id),
    mutations(stored) {
      const config = stored === undefined ? undefined : decodeGlobalTable(stored).config
      if (config !== before?.config) throw new GroupChanged()
      return groupMutations({ before, after })
    },
  }
}

function groupMutations({ before, after }: GroupChange): readonly Mutation[] {
  if (after !== undefined) return [putGlobalTable({ ...after, config: nextConfig(before) })]
  return before === undefined ? [] : [deleteGlobalTable(before)]
}

function nextConfig(before: GlobalTable | undefined): number {
  return before === undefined ? 1 : before.config + 1
}

/** The same for a table that comes into being. */
export function besideNewTable(change: GroupChange): TransactionPart {
  const { read, mutations } = besideTable(change)
  return transactionPart([read], ([stored]) => mutations(stored))
}

/** For a change that belongs to no table: the mutations and what has to hold for them. */
export function ownMutations(change: GroupChange): readonly Mutation[] {
  return groupMutations(change)
}
