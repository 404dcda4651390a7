/** The process of `load.ts`: takes one job after the other from its parent and replies to each. */
import { AnswerReader, type Answer } from './answer-reader.js'
import { drive } from './drive.js'
import { runJobs } from './job-process.js'
import type { LoadJob } from './load.js'
import type { LoadResult } from './load-result.js'
import { rawRequest } from './request.js'

runJobs(runJob)

function runJob(job: LoadJob): Promise<LoadResult> {
  const requests = job.bodies.map((body) => rawRequest({ ...job, body }))
  return drive({ ...job, requests, reader: readerOfSuccess })
}

function readerOfSuccess(): (chunk: Buffer) => boolean {
  const reader = new AnswerReader()
  return (chunk) => {
    const answer = reader.add(chunk)
    if (answer === undefined) return false
    requireSuccess(answer)
    return true
  }
}

/** A server that refuses everything would be the fastest of all. */
function requireSuccess({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`status ${status}: ${body.toString('utf8')}`)
}
