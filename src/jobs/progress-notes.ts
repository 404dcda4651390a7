/**
 * Records of work whose truth is stored elsewhere, with the tables that it is done for: they are for people, and may lag
 * behind by a moment. The end of work is always recorded, its progress from time to time.
 */
import type { Clock } from '../stdx/clock.js'
import type { Fence } from '../storage/fence.js'
import { isEnded, type JobKind, type JobRecord } from './job-record.js'
import type { JobRecords, JobUpdate } from './job-records.js'
import { jobProgressIntervalMs } from './limits.js'

export type NotedWork = Pick<JobUpdate, 'id' | 'kind' | 'table' | 'subject'>

export type WorkEnd = Pick<JobRecord, 'progress' | 'reason'> & {
  readonly state: 'done' | 'failed'
}

export interface ProgressNotesParts {
  readonly records: JobRecords
  readonly clock: Clock
}

export const workDone: WorkEnd = { state: 'done', progress: 1 }

export class ProgressNotes {
  readonly #parts: ProgressNotesParts
  /** When work that is under way was last recorded. */
  readonly #recordedAtMs = new Map<string, number>()

  constructor(parts: ProgressNotesParts) {
    this.#parts = parts
  }

  /** Whether its progress is to be recorded again. */
  isDue(id: string): boolean {
    return (
      this.#parts.clock.now() >= (this.#recordedAtMs.get(id) ?? -Infinity) + jobProgressIntervalMs
    )
  }

  async note(work: NotedWork, progress: number, fence: Fence): Promise<void> {
    const { records, clock } = this.#parts
    const updatedAtMs = clock.now()
    this.#recordedAtMs.set(work.id, updatedAtMs)
    await records.save({ ...work, state: 'running', progress, updatedAtMs }, fence)
  }

  async end(work: NotedWork, end: WorkEnd, fence: Fence): Promise<void> {
    const { records, clock } = this.#parts
    this.#recordedAtMs.delete(work.id)
    await records.save({ ...work, ...end, updatedAtMs: clock.now() }, fence)
  }

  /** Ends the records of work that is no longer under way; `endOf` says how it ended, if it has. */
  async endAbandoned(
    kind: JobKind,
    endOf: (record: JobRecord) => Promise<WorkEnd | undefined>,
    fence: Fence,
  ): Promise<void> {
    for (const record of await this.#parts.records.list()) {
      if (record.kind !== kind || isEnded(record)) continue
      const end = await endOf(record)
      if (end !== undefined) await this.end(record, end, fence)
    }
  }
}
