/**
 * Carries one long job to its end, for a command that has the store to itself. Its record is there only
 * meanwhile: nobody asked a server for the job, so none is to list it or to go on with it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { deleteJob, isEnded, type LongJobRecord } from './job-record.js'
import { JobRecords } from './job-records.js'
import type { LongJob } from './long-job.js'

export interface JobRun<Details> {
  readonly engine: Engine
  readonly fence: Fence
  readonly onStep: (record: LongJobRecord<Details>) => void
}

/** The record is stored already. Throws what a step throws, once what the job left is removed. */
export async function runLongJob<Details>(
  job: LongJob<Details>,
  begun: LongJobRecord<Details>,
  { engine, fence, onStep }: JobRun<Details>,
): Promise<LongJobRecord<Details>> {
  const { signal } = new AbortController()
  let record = begun
  try {
    while (!isEnded(record)) {
      const step = await job.step(record, fence, signal)
      record = step.record
      onStep(record)
      if (step.restMs !== undefined) await pause(step.restMs)
    }
  } catch (error) {
    // Whatever keeps this from being done, why the job failed matters more.
    await dropJob(job, record, { engine, fence }).catch(() => undefined)
    throw error
  }
  await writeFenced(engine, fence, [deleteJob(record)])
  return record
}

/** Removes a job that nobody goes on with, and what it left. */
export async function dropJob<Details>(
  job: LongJob<Details>,
  { id }: Pick<LongJobRecord<Details>, 'id'>,
  { engine, fence }: Pick<JobRun<Details>, 'engine' | 'fence'>,
): Promise<void> {
  // Steps may have stored it since it was seen.
  const record = await new JobRecords(engine).find(id)
  if (record === undefined) return
  await job.clean?.(record as LongJobRecord<Details>, fence)
  await writeFenced(engine, fence, [deleteJob(record)])
}
