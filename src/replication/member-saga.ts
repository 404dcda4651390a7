/** Advances the members of a global table that are being added or removed, one step at a time. */
import type { DescribedTable } from '../catalog/table.js'
import { ServiceError } from '../model/errors.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'
import type { FillRecords } from './fill-records.js'
import { createMemberTable } from './create-member-table.js'
import { besideTable, ownMutations } from './group-change.js'
import {
  globalTableGuard,
  type GlobalTable,
  type GroupMember,
  type MemberState,
} from './global-table.js'
import type { GroupWork, GroupWorkParts } from './group-work.js'
import { groupsPollMs, joiningMsMax, unauthorisedMsMax } from './limits.js'
import { unsettledMember, withState, withoutMember } from './members.js'
import type { ReplicaFiller } from './replica-filler.js'
import { isAuthorised, judgedGroup } from './replication-rights.js'

export interface MemberSagaParts extends Omit<GroupWorkParts, 'elsewhere'> {
  readonly work: GroupWork
  readonly filler: ReplicaFiller
  /** What people see of it, if anybody does. */
  readonly records?: FillRecords | undefined
  readonly log: Log
  /** Gives a new member the auto scaling of its source. May be done again. Left out where nothing is scaled. */
  readonly mirrorScaling?: (source: DescribedTable, member: GroupMember) => Promise<void>
  /** How long a member stays in a state that takes the service its time. */
  readonly transitionMs: number
}

export class MemberSaga {
  readonly #parts: MemberSagaParts

  constructor(parts: MemberSagaParts) {
    this.#parts = parts
  }

  /** One bounded step. Resolves with when the next one is due; undefined if there is nothing to do. */
  async advance(group: GlobalTable, fence: Fence): Promise<number | undefined> {
    if (group.consistency === 'strong') return undefined
    const { work, clock } = this.#parts
    if (await this.#judge(group)) return clock.now()
    // Members elsewhere are advanced where they are (`linked-groups-job.ts`).
    const own = group.members.filter(({ isElsewhere }) => !isElsewhere)
    const [first, another] = group.members
    if (first?.state === 'active' && !first.isElsewhere && another === undefined) {
      await work.makeRegional(group, first, undefined)
      return undefined
    }
    const member = unsettledMember({ ...group, members: own })
    if (member === undefined) return undefined
    switch (member.state) {
      case 'adding':
        return group.accounts === 'several'
          ? this.#awaitJoining(group, member)
          : this.#after(member, () => this.#create(group, member))
      case 'filling':
      case 'catching-up':
        return this.#fill(group, member, fence)
      case 'leaving':
        return this.#after(member, () => this.#remove(group, member))
      case 'removing':
        return (await work.endRemoval(group, member)) ? clock.now() : this.#soon()
      case 'disassociating':
        return this.#after(member, () => this.#disassociate(group, member))
      case 'active':
        return (await work.followSettings(group, member)) ? clock.now() : this.#soon()
    }
  }

  /** Whether policies have changed what becomes of the members. AWS: who stays without rights is on its own. */
  async #judge(group: GlobalTable): Promise<boolean> {
    const { work, clock, mayReplicate } = this.#parts
    if (group.accounts !== 'several' || mayReplicate === undefined) return false
    const nowMs = clock.now()
    const after = await judgedGroup(mayReplicate, group, nowMs)
    if (after !== undefined) {
      await work.change({ before: group, after })
      return true
    }
    const lost = group.members.find(
      ({ unauthorisedSinceMs = nowMs }) => nowMs - unauthorisedSinceMs >= unauthorisedMsMax,
    )
    if (lost === undefined) return false
    await work.makeRegional(group, lost, withoutMember(group, lost))
    return true
  }

  #soon(): number {
    return this.#parts.clock.now() + groupsPollMs
  }

  /** Once the state has lasted for as long as the service takes. */
  async #after({ stateSinceMs }: GroupMember, step: () => Promise<boolean>): Promise<number> {
    const { clock, transitionMs } = this.#parts
    const dueAtMs = stateSinceMs + transitionMs
    const nowMs = clock.now()
    // A clock that went back lets nothing wait for longer than that.
    if (nowMs < dueAtMs && nowMs >= stateSinceMs) return dueAtMs
    return (await step()) ? clock.now() : this.#soon()
  }

  /** Its table is made by the request that joins it. If that has ended without it, nothing is left of it. */
  async #awaitJoining(group: GlobalTable, member: GroupMember): Promise<number> {
    const { work, clock } = this.#parts
    const waitedMs = clock.now() - member.stateSinceMs
    if (waitedMs >= 0 && waitedMs < joiningMsMax) return this.#soon()
    await work.letGo(group, member)
    return clock.now()
  }

  async #create(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const { catalog, clock, work, log } = this.#parts
    const source = group.members.find(({ region }) => region === member.sourceRegion)
    const table = source && (await work.definitionOf(group, source))
    if (table === undefined) return false
    try {
      await createMemberTable({ catalog, clock }, { group, member }, { source: table })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // AWS: what fails later leaves no trace in the table.
      const { region } = member
      const facts = { table: group.tableName, region, reason: error.message }
      log.warn('a replica cannot be created', facts)
      await work.letGo(group, member)
    }
    return true
  }

  async #fill(group: GlobalTable, member: GroupMember, fence: Fence): Promise<number> {
    const { catalog, clock, filler } = this.#parts
    const { account, region, tableId: id } = member
    const ref = { account, region, name: group.tableName, id: id! }
    const table = await catalog.filled.find(ref)
    if (table === undefined) return this.#soon()
    if (!group.members.every(isAuthorised)) return this.#soon()
    const progress = await filler.step(group, member, fence)
    const { kind, copiedPart = kind === 'copying' ? 0 : 1 } = progress
    await this.#parts.records?.note(group, member, copiedPart, fence)
    if (progress.kind === 'copying') return progress.isWaiting ? this.#soon() : clock.now()
    if (member.state === 'filling') {
      await this.#mirror(group, member)
      await catalog.filled.completeItems(table, this.#step(group, member, 'catching-up', fence))
      return clock.now()
    }
    if (progress.kind !== 'caught-up') return progress.isWaiting ? this.#soon() : clock.now()
    return this.#finish(group, member, { table, fence })
  }

  async #mirror(group: GlobalTable, member: GroupMember): Promise<void> {
    const { work, mirrorScaling } = this.#parts
    const source = group.members.find(({ region }) => region === member.sourceRegion)
    const table = source && (await work.tableOf(group, source))
    if (table !== undefined) await mirrorScaling?.(table, member)
  }

  async #finish(
    group: GlobalTable,
    member: GroupMember,
    { table, fence }: { readonly table: DescribedTable; readonly fence: Fence },
  ): Promise<number> {
    if (table.building.length > 0) return this.#soon()
    const { catalog, clock, records } = this.#parts
    await catalog.filled.finish(table, this.#step(group, member, 'active', fence))
    await records?.end(group, member, fence)
    return clock.now()
  }

  /** A change of the table while it is filled, together with the state of its member. */
  #step(group: GlobalTable, member: GroupMember, state: MemberState, fence: Fence) {
    const after = withState(group, member, state, this.#parts.clock.now())
    const guards = [...fence.guards, globalTableGuard(group)]
    return { fence: { ...fence, guards }, mutations: ownMutations({ before: group, after }) }
  }

  async #remove(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const { catalog, clock, work } = this.#parts
    const table = member.isElsewhere ? undefined : await work.tableOf(group, member)
    const after = withState(group, member, 'removing', clock.now())
    if (table === undefined) {
      await work.change({ before: group, after })
      return true
    }
    const beside = besideTable({ before: group, after })
    await catalog.deleteTable(table, table.name, () => undefined, [beside])
    return true
  }

  /** Once all others have what was written here. Of two members both are alone afterwards. */
  async #disassociate(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const { work, filler } = this.#parts
    if (!(await filler.isDrained(group, member))) return false
    const after = withoutMember(group, member)
    await work.makeRegional(group, member, after)
    return true
  }
}
