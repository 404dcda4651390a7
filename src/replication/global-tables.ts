/**
 * Global tables as operations use them: their members are added and removed, and what all of them have in
 * common changes. Each change is one transaction that holds the record together with the table it is about;
 * what follows from it in other regions is done by `group-work.ts`, here at once if nothing has to be waited
 * for, and by the job in any case.
 */
import type { DescribedTable } from '../catalog/table.js'
import type { Scope } from '../model/arn.js'
import type { TableLayout } from '../model/table.js'
import type { Random } from '../stdx/random.js'
import type { BesideDefinition } from '../storage/table-keys.js'
import type { Elsewhere } from './elsewhere.js'
import { besideTable, GroupChanged, type GroupChange } from './group-change.js'
import { readGlobalTable, type GlobalTable, type GroupMember } from './global-table.js'
import { GroupWork, type GroupWorkParts } from './group-work.js'
import { groupAttemptsMax } from './limits.js'
import { memberOf, othersThan, withChanged } from './members.js'
import {
  groupInUse,
  requireMembers,
  requireNoRecentSource,
  requireSettledGroup,
  requireUnprotected,
} from './rules/membership.js'

export interface GlobalTablesParts extends GroupWorkParts {
  readonly random: Random
  /** There is something to do for the job. */
  readonly announce: () => void
  /** Members that other deployments have. */
  readonly elsewhere: () => Promise<Elsewhere>
}

/** A member, and its table if that is in this store. */
export interface PlacedMember {
  readonly member: GroupMember
  readonly table: DescribedTable | undefined
}

/** A table that is a member, with its record. */
export interface TableMembership {
  readonly table: DescribedTable
  readonly group: GlobalTable
  readonly own: GroupMember
}

type NextGroup = (
  membership: TableMembership,
) => GlobalTable | undefined | Promise<GlobalTable | undefined>

export class GlobalTables {
  readonly parts: GlobalTablesParts
  readonly work: GroupWork

  constructor(parts: GlobalTablesParts) {
    this.parts = parts
    this.work = new GroupWork(parts)
  }

  /** Undefined if the table is in no global table. */
  async find({ replica }: TableLayout): Promise<GlobalTable | undefined> {
    return replica && readGlobalTable(this.parts.engine, replica.groupId)
  }

  async membershipOf(table: DescribedTable): Promise<TableMembership | undefined> {
    const group = await this.find(table)
    const own = group && memberOf(group, table)
    return group && own && { table, group, own }
  }

  /** The other members, in the order in which they were added. */
  othersOf({ group, own }: TableMembership): Promise<readonly PlacedMember[]> {
    const found = othersThan(group, own).map(async (member) => {
      const table = member.isElsewhere
        ? undefined
        : await this.parts.catalog.loadTable(homeOf(member), group.tableName)
      return { member, table: table?.id === member.tableId ? table : undefined }
    })
    return Promise.all(found)
  }

  /** Does it again with a fresh record if another change was faster. */
  async attempt<T>(change: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await change()
      } catch (error) {
        if (!(error instanceof GroupChanged)) throw error
        if (attempt >= groupAttemptsMax) throw groupInUse()
      }
    }
  }

  /** A change that belongs to no table. */
  async change(change: GroupChange): Promise<void> {
    const { read, mutations } = besideTable(change)
    await this.parts.engine.transact({
      reads: [read],
      decide: ([stored]) => ({ mutations: mutations(stored), result: undefined }),
    })
  }

  /**
   * Changes a member's table by `update`, which writes what it is given in the same transaction. `next` says
   * what becomes of the record; undefined if nothing does.
   */
  async updateMember(
    table: DescribedTable,
    next: NextGroup,
    update: (beside: readonly BesideDefinition[]) => Promise<DescribedTable>,
  ): Promise<DescribedTable> {
    const updated = await this.attempt(async () => {
      const membership = await this.membershipOf(table)
      if (membership === undefined) return update([])
      const { group } = membership
      requireSettledGroup(group)
      const after = await next(membership)
      if (after !== undefined) await this.requireReachable(group)
      return update(after === undefined ? [] : [besideTable({ before: group, after })])
    })
    await this.follow(table)
    return updated
  }

  /** What all members have in common cannot change while a deployment that has some does not answer. */
  async requireReachable(group: GlobalTable): Promise<void> {
    if (!group.members.some(({ isElsewhere }) => isElsewhere)) return
    await (await this.parts.elsewhere()).requireReachable(group)
  }

  /** Does at once in other regions what can be done at once. The job does the rest. */
  async follow({ replica }: TableLayout): Promise<void> {
    if (replica === undefined) return
    await this.work.hurry(replica.groupId)
    this.parts.announce()
  }

  /** Removes the member of another region. */
  removeMember(table: DescribedTable, region: string): Promise<GlobalTable> {
    return this.attempt(async () => {
      const group = await this.find(table)
      const [member] = requireMembers(group, [region])
      requireSettledGroup(group)
      const nowMs = this.parts.clock.now()
      requireNoRecentSource(group!, member!, nowMs)
      if (member!.isElsewhere) {
        const after = await (await this.parts.elsewhere()).leave(group!, member!)
        this.parts.announce()
        return after ?? group!
      }
      const target = await this.parts.catalog.loadTable(homeOf(member!), group!.tableName)
      if (target !== undefined) requireUnprotected(target)
      const after = withChanged(group!, member!, { state: 'leaving', stateSinceMs: nowMs })
      await this.change({ before: group, after })
      this.parts.announce()
      return after
    })
  }

  /** Deletes the table of a member in its own region; `remove` does it. */
  async deleteMember(
    table: DescribedTable,
    remove: (beside: readonly BesideDefinition[]) => Promise<DescribedTable>,
  ): Promise<DescribedTable> {
    const removed = await this.attempt(async () => {
      const membership = await this.membershipOf(table)
      if (membership === undefined) return remove([])
      const { group, own } = membership
      requireSettledGroup(group)
      const nowMs = this.parts.clock.now()
      requireNoRecentSource(group, own, nowMs)
      const after = withChanged(group, own, { state: 'removing', stateSinceMs: nowMs })
      return remove([besideTable({ before: group, after })])
    })
    await this.follow(table)
    return removed
  }
}

export function homeOf({ account, region }: Scope): Scope {
  return { account, region }
}
