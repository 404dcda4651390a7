/** What is stored about a piece of long work: what it is, how far it has come, and how it ended. */
import { systemSpace, type Get, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jobKey } from '../storage/job-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { TableRef } from './job.js'

/** One for each kind of long work. */
export type JobKind = 'index build'
export type JobState = 'waiting' | 'running' | 'done' | 'failed'

export interface JobRecord {
  /** Unique for good, and the same on every server that continues the work. */
  readonly id: string
  readonly kind: JobKind
  readonly table: TableRef
  /** What of the table is worked on: the name of an index. */
  readonly subject: string
  readonly state: JobState
  /** Why it failed. */
  readonly reason?: string
  /** Where to continue, if that is stored nowhere else. */
  readonly cursor?: string
  /** From 0 to 1. */
  readonly progress: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

const records = jsonRecordAt<JobRecord>(formatSteps.jobs.record, formatSteps.jobs.revision)

export const decodeJob = records.decode

export function getJob(id: string): Get {
  return { kind: 'get', space: systemSpace, key: jobKey(id) }
}

export function putJob(record: JobRecord): Mutation {
  return { kind: 'put', space: systemSpace, key: jobKey(record.id), value: records.encode(record) }
}

export function deleteJob({ id }: JobRecord): Mutation {
  return { kind: 'delete', space: systemSpace, key: jobKey(id) }
}

/** Whether nothing more will happen to it. */
export function isEnded({ state }: JobRecord): boolean {
  return state === 'done' || state === 'failed'
}
