/** A well-known library on the same vectors: usearch, an HNSW graph. It is installed when it is asked for. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JobProcess } from '../load/job-process.js'
import { installPackage } from '../../test/differential/peers/install.js'
import { makeVectors, type VectorSetSize } from './made-vectors.js'

/** Floats, or a byte for each number: the graph of a million long vectors is then built in a fraction of the time. */
export type UsearchNumbers = 'f32' | 'i8'

export interface UsearchJob {
  /** None; every job of a process has one. */
  readonly port: 0
  readonly size: VectorSetSize
  readonly seed: number
  readonly querySeed: number
  readonly queries: number
  readonly threads: number
  readonly numbers: UsearchNumbers
}

export type InstalledJob = UsearchJob & { readonly installed: string }

export interface UsearchResult {
  readonly buildMs: number
  /** Of all threads: it depends less on what else the machine does. */
  readonly buildProcessorMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly found: readonly (readonly number[])[]
  readonly residentBytes: number
}

export function queriesOf({
  size,
  querySeed,
  queries,
}: Pick<UsearchJob, 'size' | 'querySeed' | 'queries'>): readonly Float32Array[] {
  const next = makeVectors(size, querySeed)
  return Array.from({ length: queries }, () => next().slice())
}

export async function runUsearch(job: UsearchJob): Promise<UsearchResult> {
  const installed = installPackage(join(tmpdir(), 'gramme-bench-peers'), 'usearch', '2.25.3')
  using child = new JobProcess<InstalledJob, UsearchResult>(
    new URL('./usearch-process.js', import.meta.url),
  )
  return await child.run({ ...job, installed })
}
