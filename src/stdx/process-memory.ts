/** What memory this process may have. */
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

export interface ProcessMemory {
  readonly heapBytesMax: number
  /** Of its container or machine. Buffers are part of this, and not of the heap. */
  readonly memoryBytes: number
}

export function processMemory(): ProcessMemory {
  return { heapBytesMax: getHeapStatistics().heap_size_limit, memoryBytes: memoryOfProcess() }
}

/** Without a limit the system reports none, or more than there is. */
function memoryOfProcess(): number {
  const limit = process.constrainedMemory() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
