/**
 * The records of long work in a store. It only reads, so servers may use a shared store at the same time;
 * a data folder cannot be opened while a server uses it.
 */
import type { JobRecord } from '../jobs/job-record.js'
import { JobRecords } from '../jobs/job-records.js'
import { cannotOpen } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import { openStore, requireFolder } from './open-store.js'
import { readOptions } from './options.js'

export async function listJobs(options: GrammeOptions): Promise<readonly JobRecord[]> {
  const settings = readOptions(options)
  requireFolder(settings)
  const { engine } = await openStore(settings, 'any').catch((error: unknown) => {
    throw cannotOpen(error)
  })
  try {
    return await new JobRecords(engine).list()
  } finally {
    await engine.close()
  }
}
