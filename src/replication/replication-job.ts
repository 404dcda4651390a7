/**
 * Keeps the members of all global tables in step: each member in this store reads the others, here and elsewhere.
 *
 * A write to a member is noticed at once in the process that made it. All others are found by looking.
 */
import type { Table } from '../catalog/table.js'
import type { Job } from '../jobs/job.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { readGlobalTable, walkGlobalTables, type GlobalTable } from './global-table.js'
import { dropStrayCursors } from './stray-cursors.js'
import type { GroupReplication } from './group-replication.js'
import {
  linkPollMs,
  replicationGroupsAtOnceMax,
  replicationIdleMs,
  replicationPollMs,
  strayCursorsIntervalMs,
} from './limits.js'

export interface ReplicationJobDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly groups: GroupReplication
  /** The job has something to do at once. */
  readonly hurry: () => void
}

export class ReplicationJob implements Job {
  readonly name = 'replication'
  readonly runsAside = true
  readonly #dependencies: ReplicationJobDependencies
  /** When each global table is due. */
  readonly #dueAtMs = new Map<string, number>()
  #lookAtMs = -Infinity
  #strayAtMs = -Infinity
  #steppedAtMs = -Infinity

  constructor(dependencies: ReplicationJobDependencies) {
    this.#dependencies = dependencies
  }

  /** Something was written to a table that is a member. */
  readonly notice = ({ replica }: Table): void => {
    if (replica === undefined || this.#dueAtMs.get(replica.groupId) === -Infinity) return
    this.#dueAtMs.set(replica.groupId, -Infinity)
    this.#dependencies.hurry()
  }

  /** Global tables or what is asked of them have changed. */
  readonly look = (): void => {
    this.#lookAtMs = -Infinity
    this.#dependencies.hurry()
  }

  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    const { clock } = this.#dependencies
    const nowMs = clock.now()
    // A clock that went back must not keep anything waiting until it is where it was.
    if (nowMs < this.#steppedAtMs) this.#lookAtMs = -Infinity
    this.#steppedAtMs = nowMs
    const due = nowMs >= this.#lookAtMs ? await this.#all(fence) : await this.#due(nowMs)
    for (let i = 0; i < due.length && !signal.aborted; i += replicationGroupsAtOnceMax) {
      const some = due.slice(i, i + replicationGroupsAtOnceMax)
      await Promise.all(some.map((group) => this.#step(group, fence)))
    }
    return Math.min(this.#lookAtMs, ...this.#dueAtMs.values())
  }

  async #step(group: GlobalTable, fence: Fence): Promise<void> {
    // Not afterwards: what is written from now on may not be seen.
    this.#dueAtMs.set(group.id, Infinity)
    const dueAtMs = await this.#dependencies.groups.step(group, fence)
    if (this.#dueAtMs.get(group.id) === Infinity) this.#dueAtMs.set(group.id, dueAtMs)
  }

  /** Those that were noticed, or whose time has come. */
  async #due(nowMs: number): Promise<readonly GlobalTable[]> {
    const ids = [...this.#dueAtMs].filter(([, dueAtMs]) => dueAtMs <= nowMs).map(([id]) => id)
    const found = await Promise.all(
      ids.map(async (id) => {
        const group = await readGlobalTable(this.#dependencies.engine, id)
        if (group === undefined) this.#dueAtMs.delete(id)
        return group
      }),
    )
    return found.filter((group) => group !== undefined)
  }

  async #all(fence: Fence): Promise<readonly GlobalTable[]> {
    const { engine, clock } = this.#dependencies
    const groups: GlobalTable[] = []
    for await (const group of walkGlobalTables(engine)) groups.push(group)
    for (const id of this.#dueAtMs.keys()) {
      if (!groups.some((group) => group.id === id)) this.#dueAtMs.delete(id)
    }
    if (groups.length > 0 && clock.now() >= this.#strayAtMs) {
      await dropStrayCursors(engine, fence)
      this.#strayAtMs = clock.now() + strayCursorsIntervalMs
    }
    const isLinked = groups.some(({ members }) => members.some(({ isElsewhere }) => isElsewhere))
    const isUnheard = engine.shared && groups.length > 0
    const restMs = isUnheard ? replicationPollMs : isLinked ? linkPollMs : replicationIdleMs
    this.#lookAtMs = clock.now() + restMs
    return groups
  }
}
