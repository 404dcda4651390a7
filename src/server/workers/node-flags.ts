/** How Node runs workers: as it runs their supervisor, with a heap that leaves room for all of them, and memory that goes back. */
import { processMemory } from '../../stdx/process-memory.js'
import { mappedBytesMin, workerHeapMbMin, workerHeapsShare } from './limits.js'

const heapFlag = '--max-old-space-size'

/** A port for a debugger can be had only once, and whoever sets a heap means each process. */
export function nodeFlagsOf(count: number, given: readonly string[], options: string): string[] {
  const flags = given.filter((flag) => !flag.startsWith('--inspect'))
  if ([...given, options].some((text) => /--max[-_]old[-_]space[-_]size/.test(text))) return flags
  const { heapBytesMax, memoryBytes } = processMemory()
  const shareMb = Math.floor((memoryBytes * workerHeapsShare) / count / 1024 ** 2)
  if (shareMb * 1024 ** 2 >= heapBytesMax) return flags
  return [...flags, `${heapFlag}=${Math.max(shareMb, workerHeapMbMin)}`]
}

/**
 * glibc returns a large piece of memory to the system when it is freed, but each raises the size from which it does so: after some
 * answers of megabytes, their memory stays with the process, in holes. A size that is given stays as it is. Other systems
 * do not read the variable.
 */
export function environmentOf(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { MALLOC_MMAP_THRESHOLD_: String(mappedBytesMin), ...given }
}
