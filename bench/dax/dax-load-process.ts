/** The process of `dax-load.ts`. */
import { drive } from '../load/drive.js'
import { runJobs } from '../load/job-process.js'
import type { LoadResult } from '../load/load-result.js'
import type { DaxJob } from './dax-load.js'
import { foundItemReader, getItem, greeting } from './frames.js'

runJobs((job: DaxJob): Promise<LoadResult> => {
  const requests = job.keys.map(([partition, sort]) => getItem(job.tableName, partition, sort))
  return drive({ ...job, requests, greeting: greeting(), reader: foundItemReader })
})
