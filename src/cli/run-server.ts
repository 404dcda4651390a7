/**
 * Runs a server until it is stopped. The first SIGTERM or SIGINT drains it, the second ends the process at
 * once.
 */
import { constants } from 'node:os'
import type { GrammeOptions, LogThreshold } from '../server/gramme-options.js'
import { settleHeap } from '../server/heap-settings.js'
import { createLog } from '../server/log.js'
import { readOptions } from '../server/options.js'
import type { RunnableServer } from '../server/runnable-server.js'
import { createServerToRun } from '../server/create-server-to-run.js'
import { readVersion } from '../server/version.js'
import { startScreen, warningsFor } from './start-screen.js'

/** As in BSD's sysexits: an error of input or output. */
const storeLostExitCode = 74
/** Longer than requests under way are waited for. */
const stopMsMax = 15_000

export async function runServer(options: GrammeOptions): Promise<void> {
  settleHeap()
  const settings = readOptions(options)
  const gramme = await createServerToRun(options, settings)
  const signals = stopOnSignals(gramme)
  const hasFiles = settings.tlsCert !== undefined || settings.masterKeyFile !== undefined
  if (hasFiles) process.on('SIGHUP', () => void gramme.reload())
  void gramme.lost.then(() => exitToBeRestarted(gramme))
  surviveStrayFailures(settings.logLevel)
  try {
    await gramme.start()
  } catch (error) {
    // Stopped while it waited for its database: the handler of the signal ends the process.
    if (signals.seen > 0) return
    throw error
  }
  if (signals.seen > 0) return
  const { address, daxAddress, engine, newRootKey } = gramme
  const version = readVersion()
  process.stdout.write(startScreen({ version, address, daxAddress, engine, settings, newRootKey }))
  for (const warning of warningsFor(settings)) process.stderr.write(warning)
}

function stopOnSignals(gramme: RunnableServer): { readonly seen: number } {
  const signals = { seen: 0 }
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    signals.seen++
    if (signals.seen > 1) process.exit(128 + constants.signals[signal])
    gramme.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`gramme: stopping failed: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return signals
}

/**
 * LMDB keeps a file that it has given up on for as long as the process lives, so only a new process can open it
 * again. Whoever waits gets an answer first. The log has the reason.
 */
function exitToBeRestarted(gramme: RunnableServer): void {
  const exit = () => process.exit(storeLostExitCode)
  setTimeout(exit, stopMsMax).unref()
  gramme.stop().then(exit, exit)
}

function surviveStrayFailures(logLevel: LogThreshold): void {
  const log = createLog(logLevel)
  // Writes commit whole or not at all, so a promise that nothing waited for endangers no data.
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  // The reader of the screen may close the pipe; the server continues.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
}
