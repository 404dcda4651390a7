/** `gramme tables`: the tables of a running server, or one of them with its indexes. */
import type { Command } from '../command.js'
import { servedFlags } from '../served-flags.js'

export const tablesCommand: Command = {
  name: 'tables',
  summary: 'list tables, or show the indexes of one: their state, items and size',
  usage: ['tables [<table>] [options]'],
  flags: servedFlags,
  notes: ['The server is called with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  async run(args, environment) {
    const { runServed } = await import('../served-actions.js')
    const { showTables } = await import('../show-tables.js')
    await runServed(tablesCommand, args, environment, showTables)
  },
}
