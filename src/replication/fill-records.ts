/** Keeps a record of every replica that is filled, from when its table is there until it is ACTIVE. */
import type { JobRecord } from '../jobs/job-record.js'
import { ProgressNotes, workDone, type NotedWork, type WorkEnd } from '../jobs/progress-notes.js'
import type { JobRecords } from '../jobs/job-records.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { walkGlobalTables, type GlobalTable, type GroupMember } from './global-table.js'

export interface FillRecordsParts {
  readonly engine: Engine
  readonly records: JobRecords
  readonly clock: Clock
}

export class FillRecords {
  readonly #engine: Engine
  readonly #notes: ProgressNotes

  constructor(parts: FillRecordsParts) {
    this.#engine = parts.engine
    this.#notes = new ProgressNotes(parts)
  }

  /** `progress` is from 0 to 1. */
  async note(
    group: GlobalTable,
    member: GroupMember,
    progress: number,
    fence: Fence,
  ): Promise<void> {
    const fill = fillOf(group, member)
    if (this.#notes.isDue(fill.id)) await this.#notes.note(fill, progress, fence)
  }

  end(group: GlobalTable, member: GroupMember, fence: Fence): Promise<void> {
    return this.#notes.end(fillOf(group, member), workDone, fence)
  }

  /** Ends the records of those that are not filled any more, whoever has seen to that. */
  endAbandoned(fence: Fence): Promise<void> {
    return this.#notes.endAbandoned('replica fill', (record) => this.#endOf(record), fence)
  }

  async #endOf({ id, progress }: JobRecord): Promise<WorkEnd | undefined> {
    for await (const { members } of walkGlobalTables(this.#engine)) {
      const member = members.find((each) => idOf(each) === id)
      if (member === undefined) continue
      return member.state === 'filling' || member.state === 'catching-up' ? undefined : workDone
    }
    return { state: 'failed', progress, reason: 'the replica was removed' }
  }
}

/** Members have new ids whenever they are added. */
function idOf({ id }: GroupMember): string {
  return `fill-${id}`
}

function fillOf({ tableName: name }: GlobalTable, member: GroupMember): NotedWork {
  const { account, region, sourceRegion = 'another region' } = member
  const table = { account, region, name }
  return { id: idOf(member), kind: 'replica fill', table, subject: `from ${sourceRegion}` }
}
