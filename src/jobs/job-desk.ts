/** Where operations start long jobs, look at them and cancel them. */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine, Guard, Mutation } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import type { TableRef } from './job.js'
import {
  decodeJob,
  getJob,
  isEnded,
  putJob,
  ratchetForJob,
  type LongJobKind,
  type LongJobRecord,
} from './job-record.js'
import { JobRecords } from './job-records.js'
import { decodeJobToken, getJobToken, putJobToken, type JobToken } from './job-token.js'
import { longJobPrefix } from './long-job.js'
import { newTicket } from './ticket.js'

export interface JobDeskDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  /** A job was started or cancelled: it should be looked at soon. */
  readonly onJob?: () => void
}

export interface NewLongJob<Details> {
  readonly kind: LongJobKind
  readonly table: TableRef
  readonly subject: string
  readonly details: Details
}

export interface JobStart<Details> {
  readonly record: LongJobRecord<Details>
  readonly token?: JobToken
  /** What else has to hold and to happen in the transaction that starts the job. */
  readonly guards?: readonly Guard[]
  readonly mutations?: readonly Mutation[]
}

export type StartedJob<Details> =
  | { readonly kind: 'started' | 'repeated'; readonly record: LongJobRecord<Details> }
  /** The token has started a job that was asked for differently. */
  | { readonly kind: 'conflict' }

export class JobDesk {
  readonly #dependencies: JobDeskDependencies
  readonly #records: JobRecords

  constructor(dependencies: JobDeskDependencies) {
    this.#dependencies = dependencies
    this.#records = new JobRecords(dependencies.engine)
  }

  /** A record that is not stored yet. */
  draft<Details>({ table, kind, ...rest }: NewLongJob<Details>): LongJobRecord<Details> {
    const { clock, random } = this.#dependencies
    const nowMs = clock.now()
    const id = `${longJobPrefix(kind, table)}${newTicket(nowMs, random)}`
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs }
    return { id, kind, table, ...rest, state: 'waiting', progress: 0, ...times }
  }

  /** Stores a job, unless its token has started one before. */
  async start<Details>(start: JobStart<Details>): Promise<StartedJob<Details>> {
    const { record, token, guards, mutations = [] } = start
    const { kind, table } = record
    const nowMs = this.#dependencies.clock.now()
    const used = token && (await this.#usedToken(record, token, nowMs))
    if (used !== undefined) return used
    const outcome = await this.#dependencies.engine.transact({
      guards,
      reads: [getFormat(), ...(token ? [getJobToken(kind, table, token)] : [])],
      decide: ([mark, found]) => {
        if (decodeJobToken(found, nowMs) !== undefined) return { mutations: [], result: 'used' }
        const marked = token && putJobToken({ kind, scope: table, jobId: record.id }, token, nowMs)
        const raised = token ? ratchet(mark, [formatSteps.jobTokens, formatSteps.longJobs]) : []
        const plain = token ? [] : ratchetForJob(record, mark)
        const all = [putJob(record), ...(marked ? [marked] : []), ...raised, ...plain]
        return { mutations: [...all, ...mutations], result: 'started' }
      },
    })
    if (outcome === 'used') return this.start(start)
    this.announce()
    return { kind: 'started', record }
  }

  /** For those who store a record in a transaction of their own. */
  announce(): void {
    this.#dependencies.onJob?.()
  }

  async find<Details>(
    kind: LongJobKind,
    scope: Scope,
    ticket: string,
  ): Promise<LongJobRecord<Details> | undefined> {
    const found = await this.#records.find(`${longJobPrefix(kind, scope)}${ticket}`)
    return found as LongJobRecord<Details> | undefined
  }

  /** Of one account and region, the oldest first. */
  async list<Details>(kind: LongJobKind, scope: Scope): Promise<readonly LongJobRecord<Details>[]> {
    const found = await this.#records.list(longJobPrefix(kind, scope))
    return found as readonly LongJobRecord<Details>[]
  }

  /** Asks a job to stop; returns its record, or undefined if there is none. */
  async cancel<Details>(id: string): Promise<LongJobRecord<Details> | undefined> {
    const { engine, clock } = this.#dependencies
    const cancelled = await engine.transact({
      reads: [getJob(id)],
      decide: ([found]) => {
        const record = found && (decodeJob(found) as LongJobRecord<Details>)
        if (record === undefined || isEnded(record)) return { mutations: [], result: record }
        const next = { ...record, state: 'cancelling', updatedAtMs: clock.now() } as const
        return { mutations: [putJob(next)], result: next }
      },
    })
    this.announce()
    return cancelled
  }

  async #usedToken<Details>(
    { kind, table }: LongJobRecord<Details>,
    token: JobToken,
    nowMs: number,
  ): Promise<StartedJob<Details> | undefined> {
    const [stored] = await this.#dependencies.engine.read([getJobToken(kind, table, token)])
    const found = decodeJobToken(stored, nowMs)
    if (found === undefined) return undefined
    if (found.digest !== token.digest) return { kind: 'conflict' }
    const record = await this.#records.find(found.jobId)
    return record && { kind: 'repeated', record: record as LongJobRecord<Details> }
  }
}
