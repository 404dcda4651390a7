/** `gramme start`: a server that runs until it is stopped. */
import type { Command } from '../command.js'
import { readFlags } from '../flags.js'
import { readServerOptions, serverFlags } from '../server-options.js'
import { withUsualCollector } from '../usual-collector.js'

export const startCommand: Command = {
  name: 'start',
  summary: 'start the server',
  usage: ['start [options]'],
  flags: serverFlags(),
  async run(args, environment) {
    const given = readServerOptions(readFlags(startCommand, args), environment)
    const { options, warning } = withUsualCollector(given, environment)
    if (warning !== undefined) process.stderr.write(`gramme: ${warning}\n`)
    const { runServer } = await import('../run-server.js')
    await runServer(options)
  },
}
