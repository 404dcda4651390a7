/**
 * How much memory requests under way may take if no option says so: half of the heap that this
 * process may have, and no more than a quarter of the memory of its container or machine, because
 * buffers are not part of the heap.
 */
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

export function memoryBudget(): number {
  return budgetOf(getHeapStatistics().heap_size_limit, memoryOfProcess())
}

export function budgetOf(heapBytesMax: number, memoryBytes: number): number {
  return Math.floor(Math.min(heapBytesMax / 2, memoryBytes / 4))
}

/** Without a limit the system reports none, or more than there is. */
function memoryOfProcess(): number {
  const limit = process.constrainedMemory() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
