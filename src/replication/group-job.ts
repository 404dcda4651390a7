/** The job that advances global tables. What it needs for that is loaded with the first of them. */
import type { Job } from '../jobs/job.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { DeploymentFault } from './deployment.js'
import { GroupChanged } from './group-change.js'
import { walkGlobalTables, type GlobalTable } from './global-table.js'
import { groupsIntervalMs, groupsPollMs } from './limits.js'
import type { MemberSaga } from './member-saga.js'

export interface GroupJobParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly openSaga: () => Promise<MemberSaga>
}

export class GroupJob implements Job {
  readonly name = 'global tables'
  /** Items and settings may come from other deployments. */
  readonly runsAside = true
  readonly #parts: GroupJobParts
  #saga: Promise<MemberSaga> | undefined

  constructor(parts: GroupJobParts) {
    this.#parts = parts
  }

  async step(fence: Fence): Promise<number> {
    const { engine, clock } = this.#parts
    let dueAtMs = clock.now() + groupsIntervalMs
    for await (const group of walkGlobalTables(engine)) {
      const nextMs = await this.#advance(group, fence)
      if (nextMs !== undefined) dueAtMs = Math.min(dueAtMs, nextMs)
    }
    return dueAtMs
  }

  /** One global table that cannot go on does not keep the others waiting. */
  async #advance(group: GlobalTable, fence: Fence): Promise<number | undefined> {
    const { clock, log, openSaga } = this.#parts
    const saga = await (this.#saga ??= openSaga())
    try {
      return await saga.advance(group, fence)
    } catch (error) {
      // That another deployment does not answer is told by the job that asks it (`linked-groups-job.ts`).
      const isNoNews = [GroupChanged, GuardBroken, DeploymentFault].some(
        (kind) => error instanceof kind,
      )
      if (!isNoNews) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn('a global table cannot go on', { table: group.tableName, reason })
      }
      return clock.now() + groupsPollMs
    }
  }
}
