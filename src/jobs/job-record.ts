/** What is stored about a piece of long work: what it is, how far it has come, and how it ended. */
import { systemSpace, type Get, type Guard, type Mutation } from '../storage/engine.js'
import { formatSteps, ratchet, type FormatStep } from '../storage/format.js'
import { jobKey } from '../storage/job-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { TableRef } from './job.js'

/** Work that a client asked for and that has details of its own; `long-job.ts` says how it is done. */
export type LongJobKind = 'backup' | 'restore' | 'export' | 'import' | 'bulk put'
/** One for each kind of long work. */
export type JobKind = 'index build' | 'replica fill' | LongJobKind
export type JobState = 'waiting' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'

export interface JobRecord {
  /** Unique for good, and the same on every server that continues the work. */
  readonly id: string
  readonly kind: JobKind
  readonly table: TableRef
  /** What is worked on, beside the table: the name of an index or of a backup. */
  readonly subject: string
  readonly state: JobState
  /** Why it failed, for programs and for people. */
  readonly code?: string
  readonly reason?: string
  /** Where to continue, if that is stored nowhere else. */
  readonly cursor?: string
  /** From 0 to 1. */
  readonly progress: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly endedAtMs?: number
  /** What only its kind understands: the request, what was counted, where to continue. Plain JSON. */
  readonly details?: unknown
}

/** The record of a long job, with the details of its kind. */
export interface LongJobRecord<Details = unknown> extends JobRecord {
  readonly kind: LongJobKind
  readonly details: Details
}

const plain = jsonRecordAt<JobRecord>(formatSteps.jobs.record, formatSteps.jobs.revision)
const detailed = jsonRecordAt<JobRecord>(
  formatSteps.longJobs.record,
  formatSteps.longJobs.revision,
  { [formatSteps.jobs.revision]: (stored) => stored as JobRecord },
)

export const decodeJob = detailed.decode

export function getJob(id: string): Get {
  return { kind: 'get', space: systemSpace, key: jobKey(id) }
}

export function putJob(record: JobRecord): Mutation {
  return { kind: 'put', space: systemSpace, key: jobKey(record.id), value: encodeJob(record) }
}

/** `mark` is the store's format mark, which the first record of its form raises. */
export function ratchetForJob(
  record: JobRecord,
  mark: Uint8Array | undefined,
): readonly Mutation[] {
  return ratchet(mark, [stepOf(record)])
}

/** Holds as long as nobody has changed the record: another server, or a client that cancels it. */
export function jobGuard(record: JobRecord): Guard {
  return { space: systemSpace, key: jobKey(record.id), value: encodeJob(record) }
}

export function deleteJob({ id }: JobRecord): Mutation {
  return { kind: 'delete', space: systemSpace, key: jobKey(id) }
}

/** Whether nothing more will happen to it. */
export function isEnded({ state }: JobRecord): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function isLongJob(record: JobRecord): record is LongJobRecord {
  return record.details !== undefined
}

function encodeJob(record: JobRecord): Buffer {
  return isLongJob(record) ? detailed.encode(record) : plain.encode(record)
}

/** Servers that know no long jobs would delete their records too early. */
function stepOf(record: JobRecord): FormatStep {
  return isLongJob(record) ? formatSteps.longJobs : formatSteps.jobs
}
