/** Stores what another deployment told about a global table, and what it asked for. */
import type { Engine } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import {
  decodeGlobalTable,
  deleteGlobalTable,
  getGlobalTable,
  putGlobalTable,
  type GlobalTable,
} from './global-table.js'
import {
  isAllElsewhere,
  joinedGroup,
  mergedGroup,
  type OwnCopy,
  type ToldGroup,
} from './merge-groups.js'

/** Resolves with the copy of this deployment; undefined if it has none of the members. */
export function takeTold(
  engine: Engine,
  groupId: string,
  told: ToldGroup,
): Promise<GlobalTable | undefined> {
  return engine.transact({
    reads: [getGlobalTable(groupId)],
    decide([stored]) {
      if (stored === undefined) return { mutations: [], result: undefined }
      const before = decodeGlobalTable(stored)
      const merged = mergedGroup(before, told)
      if (isAllElsewhere(merged)) {
        return { mutations: [deleteGlobalTable(before)], result: undefined }
      }
      if (merged === before) return { mutations: [], result: before }
      const after = { ...merged, config: before.config + 1 }
      return { mutations: [putGlobalTable(after)], result: after }
    },
  })
}

/** Resolves with the copy that has the member; undefined if the one that asks does not name it. */
export function takeMember(
  engine: Engine,
  copy: OwnCopy,
  memberId: string,
): Promise<GlobalTable | undefined> {
  return engine.transact({
    reads: [getFormat(), getGlobalTable(copy.group.id)],
    decide([mark, stored]) {
      const before = stored && decodeGlobalTable(stored)
      const isThere = before?.members.some(({ id, isElsewhere }) => id === memberId && !isElsewhere)
      if (isThere === true) return { mutations: [], result: before }
      const joined = joinedGroup(before, copy, memberId)
      if (joined === undefined) return { mutations: [], result: undefined }
      const after = { ...joined, config: (before?.config ?? 0) + 1 }
      const raised = ratchet(mark, [formatSteps.globalTables])
      return { mutations: [...raised, putGlobalTable(after)], result: after }
    },
  })
}
