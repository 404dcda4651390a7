/** Load on the door of DAX from a separate process: reads of items that exist. */
import { JobProcess } from '../load/job-process.js'
import type { LoadResult } from '../load/load-result.js'

export interface DaxJob {
  readonly port: number
  readonly tableName: string
  /** The items that are read, in turn. */
  readonly keys: readonly (readonly [partition: string, sort: string])[]
  readonly first?: number
  readonly connections: number
  readonly durationMs: number
  readonly operationsMax: number
}

export class DaxLoad extends JobProcess<DaxJob, LoadResult> {
  constructor() {
    super(new URL('./dax-load-process.js', import.meta.url))
  }
}
