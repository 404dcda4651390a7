/** How many processes are to serve, if nobody says: enough for the cores, and few enough for the memory. */
import { availableParallelism } from 'node:os'
import { processMemory } from '../../stdx/process-memory.js'
import type { Settings } from '../options.js'
import { usableCores } from '../usable-cores.js'
import { autoBytesPerWorker, autoCoresMin, autoMemoryBytesMin, autoWorkersMax } from './limits.js'

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/**
 * One core is left to the process that commits, and to what else runs on the machine. A server that checks nobody's
 * signature is a developer's: it stays light.
 */
export function workerCountOf(
  { workers, inMemory, auth, dax }: Pick<Settings, 'workers' | 'inMemory' | 'auth' | 'dax'>,
  machine: () => Machine = thisMachine,
): number {
  if (workers !== 'auto') return workers
  if (inMemory || auth === 'open' || dax) return 1
  const { cores, memoryBytes } = machine()
  if (cores < autoCoresMin || memoryBytes < autoMemoryBytesMin) return 1
  return Math.min(cores - 1, autoWorkersMax, Math.floor(memoryBytes / autoBytesPerWorker))
}

function thisMachine(): Machine {
  const cores = availableParallelism()
  // Most small machines are known by this alone; files are read only for others.
  if (cores < autoCoresMin) return { cores, memoryBytes: 0 }
  return { cores: usableCores(), memoryBytes: processMemory().memoryBytes }
}
