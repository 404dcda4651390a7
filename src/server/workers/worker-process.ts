/**
 * The program of a worker: a server whose connections, and whatever holds for all workers together, come from the
 * supervisor that started it. It listens nowhere, prints no screen, and ends with its supervisor.
 */
import { readOptions } from '../options.js'
import { GrammeServer } from '../gramme-server.js'
import { settleHeap } from '../heap-settings.js'
import { createLog, numberLog } from '../log.js'
import { openDatabase } from '../open-database.js'
import type { OpenMessage } from './messages.js'
import { SupervisorLink } from './supervisor-link.js'

settleHeap()
const link = new SupervisorLink()

// A terminal, or systemd, sends these to all processes. The supervisor decides what becomes of them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
// Nobody passes connections on any more, and nobody would replace this process.
process.on('disconnect', () => process.exit(1))

link.onOpen((open) => {
  serve(open).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    link.send({ kind: 'failed', message }, () => process.exit(1))
  })
})

async function serve(open: OpenMessage): Promise<void> {
  numberLog(open.number)
  const settings = readOptions(open.options)
  const log = createLog(settings.logLevel)
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  const server = new GrammeServer(settings, openDatabase, log, { team: link.team(open, settings) })
  void server.lost.then(() => link.send({ kind: 'lost' }))
  link.onStop(() => {
    // An error at the end is in the log, and the supervisor sees that this process has gone.
    server.stop().then(
      () => link.leave(0),
      () => link.leave(1),
    )
  })
  link.onReload(() => void server.reload())
  await server.start()
  link.send({ kind: 'ready', engine: server.engine, newRootKey: server.newRootKey })
}
