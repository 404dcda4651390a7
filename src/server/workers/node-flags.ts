/** How Node runs workers: as it runs their supervisor, but so that all of them fit into the machine. */
import { availableParallelism } from 'node:os'
import { processMemory } from '../../stdx/process-memory.js'
import { v8ThreadsMax, workerHeapMbMin, workerHeapsShare } from './limits.js'

export interface Started {
  /** The flags and the options that the supervisor was started with. */
  readonly flags: readonly string[]
  readonly options: string
}

/** What was decided for the supervisor holds for workers. */
export function nodeFlagsOf(
  count: number,
  { flags, options }: Started,
  cores = availableParallelism(),
): string[] {
  const isGiven = (flag: RegExp) => [...flags, options].some((text) => flag.test(text))
  // A port for a debugger can be had only once.
  const own = flags.filter((flag) => !flag.startsWith('--inspect'))
  if (!isGiven(/--max[-_]old[-_]space[-_]size/)) own.push(...heapFlags(count))
  if (!isGiven(/--v8[-_]pool[-_]size/)) own.push(`--v8-pool-size=${v8Threads(count, cores)}`)
  return own
}

/** Heaps that leave room for each other. */
function heapFlags(count: number): readonly string[] {
  const { heapBytesMax, memoryBytes } = processMemory()
  const shareMb = Math.floor((memoryBytes * workerHeapsShare) / count / 1024 ** 2)
  if (shareMb * 1024 ** 2 >= heapBytesMax) return []
  return [`--max-old-space-size=${Math.max(shareMb, workerHeapMbMin)}`]
}

/**
 * V8 collects garbage on several threads at once and waits for all of them. If there are more threads than cores, those
 * of one worker wait for a core that another worker has, and a collection takes several times as long.
 */
function v8Threads(count: number, cores: number): number {
  return Math.min(Math.max(Math.floor(cores / count), 1), v8ThreadsMax)
}
