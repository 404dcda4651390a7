/**
 * The tokens by which clients may repeat the request that started a long job: for some hours the same
 * token means the same job.
 */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Get, type Mutation, type Range } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { allJobTokens, jobTokenKey } from '../storage/job-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { LongJobKind } from './job-record.js'
import { jobTokenMs } from './limits.js'

export interface JobToken {
  readonly token: string
  /** What must be the same when the token is used again. */
  readonly digest: string
}

interface JobTokenRecord {
  readonly jobId: string
  readonly digest: string
  readonly expiresAtMs: number
}

const records = jsonRecordAt<JobTokenRecord>('jobToken', formatSteps.jobTokens.revision)

export function getJobToken(kind: LongJobKind, scope: Scope, { token }: JobToken): Get {
  return { kind: 'get', space: systemSpace, key: jobTokenKey(kind, scope, token) }
}

/** Undefined if the token is new, or was used so long ago that it counts as new. */
export function decodeJobToken(
  record: Buffer | undefined,
  nowMs: number,
): JobTokenRecord | undefined {
  const found = record && records.decode(record)
  return found === undefined || found.expiresAtMs <= nowMs ? undefined : found
}

export function putJobToken(
  { kind, scope, jobId }: { kind: LongJobKind; scope: Scope; jobId: string },
  { token, digest }: JobToken,
  nowMs: number,
): Mutation {
  const key = jobTokenKey(kind, scope, token)
  const value = records.encode({ jobId, digest, expiresAtMs: nowMs + jobTokenMs })
  return { kind: 'put', space: systemSpace, key, value }
}

/** For trimming. */
export const everyJobToken: Omit<Range, 'kind'> = {
  space: systemSpace,
  ...allJobTokens(),
  entriesMax: 100,
}
