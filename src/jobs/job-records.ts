/** The stored records of long work: listed for people, and kept for a while once the work has ended. */
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { getFormat } from '../storage/format.js'
import { allJobs } from '../storage/job-keys.js'
import { walk } from '../storage/walk.js'
import {
  decodeJob,
  deleteJob,
  getJob,
  isEnded,
  putJob,
  ratchetForJob,
  type JobKind,
  type JobRecord,
} from './job-record.js'
import { decodeJobToken, everyJobToken } from './job-token.js'
import { describedJobsMs, endedJobsMax, endedJobsMs } from './limits.js'

const pageEntriesMax = 100

/** What a writer knows; when the job was created is kept from its first record. */
export type JobUpdate = Omit<JobRecord, 'createdAtMs'>

/** AWS describes these to clients, so they are kept for longer, whatever their number. */
const describedKinds: ReadonlySet<JobKind> = new Set(['export', 'import', 'bulk put'])

export class JobRecords {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The oldest first; of those whose ids start with a text, if one is given. */
  async list(idPrefix?: string): Promise<readonly JobRecord[]> {
    const range = { space: systemSpace, ...allJobs(idPrefix), entriesMax: pageEntriesMax }
    const found: JobRecord[] = []
    for await (const { value } of walk(this.#engine, range)) found.push(decodeJob(value))
    return found.sort((one, other) => one.createdAtMs - other.createdAtMs)
  }

  async find(id: string): Promise<JobRecord | undefined> {
    const [record] = await this.#engine.read([getJob(id)])
    return record && decodeJob(record)
  }

  async save(update: JobUpdate, { guards, mutations }: Fence): Promise<void> {
    await this.#engine.transact({
      guards,
      reads: [getJob(update.id), getFormat()],
      decide: ([before, mark]) => {
        const createdAtMs = before ? decodeJob(before).createdAtMs : update.updatedAtMs
        const record = { ...update, createdAtMs }
        const raised = ratchetForJob(record, mark)
        return { mutations: [putJob(record), ...raised, ...mutations], result: undefined }
      },
    })
  }

  /** Deletes the records of work that ended long ago, or before many others, and expired tokens. */
  async trim(nowMs: number, fence: Fence): Promise<void> {
    const ended = (await this.list()).filter(isEnded).reverse()
    const described = ended.filter(({ kind }) => describedKinds.has(kind))
    const others = ended.filter(({ kind }) => !describedKinds.has(kind))
    const isOld = (ageMs: number) => (record: JobRecord) => record.updatedAtMs < nowMs - ageMs
    const deleted = [
      ...described.filter(isOld(describedJobsMs)),
      ...others.filter((record, i) => i >= endedJobsMax || isOld(endedJobsMs)(record)),
    ]
    await writeFenced(this.#engine, fence, deleted.map(deleteJob))
    await this.#trimTokens(nowMs, fence)
  }

  async #trimTokens(nowMs: number, fence: Fence): Promise<void> {
    const expired: Mutation[] = []
    for await (const { key, value } of walk(this.#engine, everyJobToken)) {
      if (decodeJobToken(value, nowMs) !== undefined) continue
      expired.push({ kind: 'delete', space: systemSpace, key })
    }
    await writeFenced(this.#engine, fence, expired)
  }
}
