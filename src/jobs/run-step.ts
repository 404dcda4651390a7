/** One step of a job, whatever comes of it. */
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { GuardBroken, WritesRefused } from '../storage/errors.js'
import type { Job } from './job.js'
import { jobRetryMs } from './limits.js'
import type { WorkRight } from './work-right.js'

export interface StepContext {
  readonly right: WorkRight
  readonly clock: Clock
  readonly log: Log
}

/** Resolves with the time at which the next step is due. A failure is logged. */
export async function runStep(
  job: Job,
  signal: AbortSignal,
  { right, clock, log }: StepContext,
): Promise<number> {
  const { fence } = right
  try {
    if (fence === undefined) throw new GuardBroken('the lease has expired')
    return await job.step(fence, signal)
  } catch (error) {
    // A table was changed or the lease lost: the next step looks at both again.
    if (error instanceof GuardBroken) {
      right.recheck()
      return clock.now()
    }
    if (error instanceof WritesRefused) log.debug('background job waits', { job: job.name })
    else log.error('background job failed', { job: job.name, error })
    return clock.now() + (job.retryMs ?? jobRetryMs)
  }
}
