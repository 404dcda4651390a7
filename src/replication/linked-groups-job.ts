/**
 * Keeps the copies that several deployments have of a global table in agreement: asks others to have members,
 * and tells them what has changed here. Also without news each is asked from time to time.
 */
import type { Job } from '../jobs/job.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import type { Elsewhere } from './elsewhere.js'
import { walkGlobalTables, type GlobalTable, type GroupMember } from './global-table.js'
import {
  groupsIntervalMs,
  linkComplaintMs,
  linkedGroupsIntervalMs,
  linkedGroupsPollMs,
} from './limits.js'
import { unsettledMember } from './members.js'
import { otherHomes, unaskedMembers } from './merge-groups.js'

export interface LinkedGroupsParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly elsewhere: () => Promise<Elsewhere>
  /** A global table has changed. */
  readonly announce: () => void
}

export class LinkedGroupsJob implements Job {
  readonly name = 'linked global tables'
  readonly runsAside = true
  readonly #parts: LinkedGroupsParts
  /** When it was last told that a deployment does not answer. */
  readonly #toldAtMs = new Map<string, number>()

  constructor(parts: LinkedGroupsParts) {
    this.#parts = parts
  }

  async step(): Promise<number> {
    const { engine, clock } = this.#parts
    let dueAtMs = clock.now() + groupsIntervalMs
    for await (const group of walkGlobalTables(engine)) {
      if (!group.members.some(({ isElsewhere }) => isElsewhere)) continue
      const after = await this.#agree(group)
      if (after?.config !== group.config) this.#parts.announce()
      const isUnsettled = after !== undefined && unsettledMember(after) !== undefined
      const restMs = isUnsettled ? linkedGroupsPollMs : linkedGroupsIntervalMs
      dueAtMs = Math.min(dueAtMs, clock.now() + restMs)
    }
    return dueAtMs
  }

  async #agree(group: GlobalTable): Promise<GlobalTable | undefined> {
    const elsewhere = await this.#parts.elsewhere()
    let current: GlobalTable | undefined = group
    for (const member of unaskedMembers(group)) {
      current &&= await this.#try(current, member, (asked) => elsewhere.join(asked, member))
    }
    for (const member of otherHomes(group)) {
      current &&= await this.#try(current, member, (told) => elsewhere.exchange(told, member))
    }
    return current
  }

  /** A deployment that does not answer keeps nobody else waiting. */
  async #try(
    group: GlobalTable,
    { region }: GroupMember,
    ask: (group: GlobalTable) => Promise<GlobalTable | undefined>,
  ): Promise<GlobalTable | undefined> {
    const { clock, log } = this.#parts
    try {
      const after = await ask(group)
      if (this.#toldAtMs.delete(region)) log.info('a linked region answers again', { region })
      return after
    } catch (error) {
      const nowMs = clock.now()
      if (nowMs >= (this.#toldAtMs.get(region) ?? -Infinity) + linkComplaintMs) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn('a linked region does not take part', { table: group.tableName, region, reason })
        this.#toldAtMs.set(region, nowMs)
      }
      return group
    }
  }
}
