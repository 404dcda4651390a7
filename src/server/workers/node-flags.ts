/** How Node runs workers: as it runs their supervisor, with a heap that leaves room for all of them. */
import { processMemory } from '../../stdx/process-memory.js'
import { workerHeapMbMin, workerHeapsShare } from './limits.js'

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
