/** `gramme search`: tries out a search of a vector index. */
import type { Command } from '../command.js'
import { servedFlags } from '../served-flags.js'

export const searchCommand: Command = {
  name: 'search',
  summary: 'try out a search of a vector index',
  usage: [
    'search <table> <index> <numbers> [--top <count>] [--where <attribute>=<value>] [options]',
  ],
  flags: [
    { flag: 'top', placeholder: 'count', help: 'how many results (10)' },
    {
      flag: 'where',
      placeholder: 'attribute=value',
      help: 'only items that have this; may be given for each attribute of the search schema',
    },
    ...servedFlags,
  ],
  notes: [
    "The numbers are separated by commas or spaces, and may be in brackets, as they have to be if the first is negative.\n'-' reads them from the standard input.",
    'The server is called with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  async run(args, environment) {
    const { runServed } = await import('../served-actions.js')
    const { trySearch } = await import('../try-search.js')
    await runServed(searchCommand, args, environment, trySearch)
  },
}
