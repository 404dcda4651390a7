/** One step of everything that the members of one global table in this store have to do. */
import type { Table } from '../catalog/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken, WritesRefused } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import { replicationComplaintMs, replicationRetryMsMax, replicationRetryMsMin } from './limits.js'
import type { MemberTables } from './member-tables.js'
import type { MemberUpkeep } from './member-upkeep.js'
import { isServing } from './members.js'
import { linkFacts, type Receiver, type ReplicaLink } from './receiver.js'
import type { ReplicaLinks } from './replica-links.js'
import { readControls, type ReplicationControl } from './replication-control.js'

export interface GroupReplicationDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly tables: MemberTables
  readonly links: ReplicaLinks
  readonly receiver: Receiver
  readonly upkeep: MemberUpkeep
}

/** Why a link rests, and since when that is known. */
interface LinkTrouble {
  readonly failures: number
  readonly retryAtMs: number
  readonly toldAtMs: number
}

export class GroupReplication {
  readonly #dependencies: GroupReplicationDependencies
  readonly #troubles = new Map<string, LinkTrouble>()

  constructor(dependencies: GroupReplicationDependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves with the time at which the next step is due, as far as it is known. */
  async step(group: GlobalTable, fence: Fence): Promise<number> {
    if (group.consistency === 'strong') return Infinity
    const { engine, tables, clock } = this.#dependencies
    try {
      const controls = await readControls(engine, group.id)
      const own = group.members.filter((member) => !member.isElsewhere && isServing(member))
      const dues = own.map((member) => this.#member(group, member, { controls, fence }))
      await Promise.allSettled(dues)
      return Math.min(Infinity, ...(await Promise.all(dues)))
    } catch (error) {
      if (!(error instanceof GuardBroken)) throw error
      // A table was changed. If the lease was lost, the next step is told so before it begins.
      tables.forget(group)
      return clock.now() + replicationRetryMsMin
    }
  }

  async #member(
    group: GlobalTable,
    member: GroupMember,
    { controls, fence }: { controls: readonly ReplicationControl[]; fence: Fence },
  ): Promise<number> {
    const { tables, links, upkeep } = this.#dependencies
    const table = await tables.find(group, member)
    if (table === undefined) return Infinity
    const planned = await links.into(group, { member, table }, controls)
    const open = planned
      .filter(({ control }) => !control.isPaused)
      .flatMap(({ link }) => link ?? [])
    const dues = open.map((link) => this.#link(link, fence))
    await Promise.allSettled(dues)
    const linkDues = await Promise.all(dues)
    return Math.min(await upkeep.step({ group, member, table }, fence), ...linkDues)
  }

  async #link(link: ReplicaLink, fence: Fence): Promise<number> {
    const { clock, log, receiver } = this.#dependencies
    const name = nameOf(link.table, link.member)
    const trouble = this.#troubles.get(name)
    const nowMs = clock.now()
    if (trouble !== undefined && isResting(trouble, nowMs)) return trouble.retryAtMs
    try {
      const { state, dueAtMs, aheadMs } = await receiver.step(link, fence)
      if (state !== 'held') this.#troubles.delete(name)
      else if (isUntold(trouble, nowMs)) {
        const facts = { ...linkFacts(link), aheadMs }
        log.warn('replication waits: the clock of the other region is ahead', facts)
        this.#troubles.set(name, { failures: 0, retryAtMs: -Infinity, toldAtMs: nowMs })
      }
      return dueAtMs
    } catch (error) {
      if (error instanceof GuardBroken || error instanceof WritesRefused) throw error
      return this.#failed(link, error, trouble)
    }
  }

  /** The other links go on. */
  #failed(link: ReplicaLink, error: unknown, trouble: LinkTrouble | undefined): number {
    const { clock, log } = this.#dependencies
    const nowMs = clock.now()
    const failures = (trouble?.failures ?? 0) + 1
    const restMs = Math.min(replicationRetryMsMin * 2 ** (failures - 1), replicationRetryMsMax)
    const isNews = isUntold(trouble, nowMs)
    if (isNews) log.warn('replication failed and is tried again', { ...linkFacts(link), error })
    const toldAtMs = isNews ? nowMs : trouble!.toldAtMs
    const retryAtMs = nowMs + restMs
    this.#troubles.set(nameOf(link.table, link.member), { failures, retryAtMs, toldAtMs })
    return retryAtMs
  }
}

function nameOf({ id }: Table, member: GroupMember): string {
  return `${id}/${member.id}`
}

/** A rest that seems longer than any is over: the clock went back. */
function isResting({ retryAtMs }: LinkTrouble, nowMs: number): boolean {
  return nowMs < retryAtMs && nowMs >= retryAtMs - replicationRetryMsMax
}

function isUntold(trouble: LinkTrouble | undefined, nowMs: number): boolean {
  return trouble === undefined || nowMs >= trouble.toldAtMs + replicationComplaintMs
}
