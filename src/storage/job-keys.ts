/** The keys of the records of long work, in the system space. The prefix is in `keyspace.ts`. */
import { system, type KeyRange } from './keyspace.js'

export function jobKey(id: string): Buffer {
  return Buffer.concat([Buffer.of(system.job), Buffer.from(id)])
}

export function allJobs(): KeyRange {
  return { from: Buffer.of(system.job), to: Buffer.of(system.job + 1) }
}
