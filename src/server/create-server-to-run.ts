/** One process, or several: only what is needed of either is loaded. */
import type { GrammeOptions } from './gramme-options.js'
import type { Settings } from './options.js'
import type { RunnableServer } from './runnable-server.js'
import { workerCountOf } from './workers/worker-count.js'

export async function createServerToRun(
  options: GrammeOptions,
  settings: Settings,
): Promise<RunnableServer> {
  const count = workerCountOf(settings)
  if (count === 1) {
    const { createGramme } = await import('./gramme.js')
    return createGramme({ ...options, workers: 1 })
  }
  const { Supervisor } = await import('./workers/supervisor.js')
  return new Supervisor({ options, settings, count })
}
