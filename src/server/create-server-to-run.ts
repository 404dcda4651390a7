/**
 * One process, or several: only what is needed of either is loaded. A process that serves alone lets another core send
 * its answers; several need all cores themselves.
 */
import { AnswerSender } from '../wire/http/sending/answer-sender.js'
import type { GrammeOptions } from './gramme-options.js'
import { createLog } from './log.js'
import type { Settings } from './options.js'
import type { RunnableServer } from './runnable-server.js'
import { usableCores } from './usable-cores.js'
import { workerCountOf } from './workers/worker-count.js'

export async function createServerToRun(
  options: GrammeOptions,
  settings: Settings,
): Promise<RunnableServer> {
  const count = workerCountOf(settings)
  if (count === 1) {
    const { GrammeServer } = await import('./gramme-server.js')
    const { openDatabase } = await import('./open-database.js')
    const log = createLog(settings.logLevel)
    const hasSender = !settings.noSendingThread && usableCores() > 1
    const sender = hasSender ? new AnswerSender(log) : undefined
    return new GrammeServer({ ...settings, workers: 1 }, openDatabase, log, { sender })
  }
  const { Supervisor } = await import('./workers/supervisor.js')
  return new Supervisor({ options, settings, count })
}
