/** The search of vector indexes: nothing of it is loaded, and no thread runs, before the first one. */
import { availableParallelism } from 'node:os'
import { searchMemoryBytesMin, searchMemoryShare, searchThreadsMax } from '../search/limits.js'
import type { VectorSearch } from '../search/search.js'
import type { MemorySearch } from '../search/memory-search.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { processMemory } from '../stdx/process-memory.js'
import type { Engine } from '../storage/engine.js'
import type { Settings } from './options.js'

export interface OpenedVectorSearch {
  readonly search: () => Promise<VectorSearch>
  close(): Promise<void>
}

interface VectorSearchParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  /** How many of them serve one port, each with a memory of its own. */
  readonly processes: number | undefined
}

export function openVectorSearch(
  settings: Settings,
  { engine, clock, log, processes = 1 }: VectorSearchParts,
): OpenedVectorSearch {
  let opened: Promise<MemorySearch> | undefined
  const threads = threadsOf(settings, processes)
  const bytesMax = bytesOf(settings, processes)
  const onThreadsLost = (error: Error) => log.warn('the search threads have failed', { error })
  const open = async () => {
    const { MemorySearch } = await import('../search/memory-search.js')
    return new MemorySearch({ engine, clock, threads, bytesMax, onThreadsLost })
  }
  const { vectorDelayMs: delayMs } = settings
  const delayed = async (search: VectorSearch): Promise<VectorSearch> => {
    if (delayMs === 0) return search
    const { DelayedSearch } = await import('../search/delayed-search.js')
    return new DelayedSearch({ engine, clock, search, delayMs })
  }
  return {
    search: async () => delayed(await (opened ??= open())),
    close: async () => (await opened)?.close(),
  }
}

function threadsOf({ vectorThreads }: Settings, processes: number): number {
  const cores = vectorThreads ?? availableParallelism()
  return Math.min(searchThreadsMax, Math.max(1, Math.floor(cores / processes)))
}

function bytesOf({ vectorMemoryMb }: Settings, processes: number): number {
  if (vectorMemoryMb !== undefined) return (vectorMemoryMb * 1024 * 1024) / processes
  const share = (processMemory().memoryBytes * searchMemoryShare) / processes
  return Math.max(searchMemoryBytesMin, share)
}
