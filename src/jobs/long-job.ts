/**
 * Long work that a client asked for: a backup, a restore, an export, an import.
 *
 * All that matters about it is in its record, so any server continues it after any step, and a step
 * that was cut off is done again. A step writes the record in the transaction that does the work where
 * the work is in the store; what it writes elsewhere, it must be able to write twice.
 */
import type { Scope } from '../model/arn.js'
import type { Engine, Guard, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { jobGuard, putJob, type LongJobKind, type LongJobRecord } from './job-record.js'

/** How one kind of long job is done. Registered in `server/long-jobs.ts`. */
export interface LongJob<Details = unknown> {
  readonly kind: LongJobKind
  /**
   * One step of bounded length. Throws `JobFailure` if the job cannot succeed; any other error is
   * logged, and the step is tried again.
   */
  step(record: LongJobRecord<Details>, fence: Fence, signal: AbortSignal): Promise<JobStep<Details>>
  /** The job has failed for good: removes what it left. The record is stored afterwards. */
  clean?(record: LongJobRecord<Details>, fence: Fence): Promise<void>
}

export interface JobStep<Details = unknown> {
  /** As it is stored now. */
  readonly record: LongJobRecord<Details>
  /** How long to wait before the next step. Default: not at all. */
  readonly restMs?: number
}

/** Ends a long job as failed, with a code for programs and a sentence for people. */
export class JobFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface StepChange<Details> {
  readonly before: LongJobRecord<Details>
  readonly after: LongJobRecord<Details>
  /** What else the step depends on and changes, in the same transaction. */
  readonly guards?: readonly Guard[]
  readonly mutations?: readonly Mutation[]
}

/** Stores a step. Throws `GuardBroken` if the record has changed since, as when it was cancelled. */
export async function saveStep<Details>(
  engine: Engine,
  { before, after, guards = [], mutations = [] }: StepChange<Details>,
  fence: Fence,
): Promise<LongJobRecord<Details>> {
  await engine.transact({
    guards: [jobGuard(before), ...guards, ...fence.guards],
    reads: [],
    decide: () => ({
      mutations: [putJob(after), ...mutations, ...fence.mutations],
      result: undefined,
    }),
  })
  return after
}

/** What the ids of a kind's jobs in one account and region start with; they go on with the ticket. */
export function longJobPrefix(kind: LongJobKind, { account, region }: Scope): string {
  // A region can be any text that a client signs.
  return `${kind}/${account}/${encodeURIComponent(region)}/`
}

/** The last part of a job's id, which its ARN shows. */
export function ticketOf({ id }: Pick<LongJobRecord, 'id'>): string {
  return id.slice(id.lastIndexOf('/') + 1)
}
