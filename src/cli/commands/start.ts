/** `gramme start`: a server that runs until it is stopped. */
import type { Command } from '../command.js'
import { readFlags } from '../flags.js'
import { readServerOptions, serverFlags } from '../server-options.js'

export const startCommand: Command = {
  name: 'start',
  summary: 'start the server',
  usage: ['start [options]'],
  flags: serverFlags(),
  async run(args, environment) {
    const options = readServerOptions(readFlags(startCommand, args), environment)
    const { runServer } = await import('../run-server.js')
    await runServer(options)
  },
}
