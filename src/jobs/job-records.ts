/** The stored records of long work: listed for people, and kept for a while once the work has ended. */
import { systemSpace, type Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { allJobs } from '../storage/job-keys.js'
import { walk } from '../storage/walk.js'
import { decodeJob, deleteJob, getJob, isEnded, putJob, type JobRecord } from './job-record.js'
import { endedJobsMax, endedJobsMs } from './limits.js'

const pageEntriesMax = 100

/** What a writer knows; when the job was created is kept from its first record. */
export type JobUpdate = Omit<JobRecord, 'createdAtMs'>

export class JobRecords {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The oldest first. */
  async list(): Promise<readonly JobRecord[]> {
    const range = { space: systemSpace, ...allJobs(), entriesMax: pageEntriesMax }
    const found: JobRecord[] = []
    for await (const { value } of walk(this.#engine, range)) found.push(decodeJob(value))
    return found.sort((one, other) => one.createdAtMs - other.createdAtMs)
  }

  async save(update: JobUpdate, { guards, mutations }: Fence): Promise<void> {
    await this.#engine.transact({
      guards,
      reads: [getJob(update.id), getFormat()],
      decide: ([before, mark]) => {
        const createdAtMs = before ? decodeJob(before).createdAtMs : update.updatedAtMs
        const put = putJob({ ...update, createdAtMs })
        const raised = ratchet(mark, [formatSteps.jobs])
        return { mutations: [put, ...raised, ...mutations], result: undefined }
      },
    })
  }

  /** Deletes the records of work that ended long ago, or before many others. */
  async trim(nowMs: number, { guards, mutations }: Fence): Promise<void> {
    const ended = (await this.list()).filter(isEnded).reverse()
    const isOld = ({ updatedAtMs }: JobRecord) => updatedAtMs < nowMs - endedJobsMs
    const deleted = ended.filter((record, i) => i >= endedJobsMax || isOld(record)).map(deleteJob)
    if (deleted.length === 0) return
    await this.#engine.transact({
      guards,
      reads: [],
      decide: () => ({ mutations: [...deleted, ...mutations], result: undefined }),
    })
  }
}
