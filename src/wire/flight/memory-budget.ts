/**
 * How much memory requests under way may take if no option says so: half of the heap that this
 * process may have, and no more than a quarter of the memory of its container or machine, because
 * buffers are not part of the heap.
 */
import { processMemory, type ProcessMemory } from '../../stdx/process-memory.js'

/** If several processes serve together, each may have its part of the memory. */
export function memoryBudget(processes = 1): number {
  return budgetOf(processMemory(), processes)
}

export function budgetOf({ heapBytesMax, memoryBytes }: ProcessMemory, processes = 1): number {
  return Math.floor(Math.min(heapBytesMax / 2, memoryBytes / 4 / processes))
}
