/** `gramme replication`: how far the regions of global tables are behind each other, and letting them wait. */
import type { Command } from '../command.js'

export const replicationCommand: Command = {
  name: 'replication',
  summary: 'show and control how changes go between the regions of global tables',
  usage: [
    'replication list [<table>] [options]',
    'replication pause <table> [--from <region>] [--to <region>] [options]',
    'replication resume <table> [--from <region>] [--to <region>] [options]',
    'replication delay <table> <milliseconds> [--from <region>] [--to <region>] [options]',
  ],
  flags: [
    { flag: 'from', placeholder: 'region', help: 'only changes made in this region' },
    { flag: 'to', placeholder: 'region', help: 'only changes on their way to this region' },
    { flag: 'endpoint', placeholder: 'url', help: 'the server (http://127.0.0.1:8000)' },
    {
      flag: 'region',
      placeholder: 'name',
      variable: 'AWS_REGION',
      help: 'a region of the table (us-east-1)',
    },
  ],
  notes: [
    'Without --from and --to, all changes of the table are meant. A delay of -1 is that of --replication-delay-ms. Each\ndeployment shows and controls what comes into its own regions.',
    'The server is called with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  async run(args, environment) {
    const { runServedAction } = await import('../served-actions.js')
    const { replicationActions } = await import('../replication-actions.js')
    await runServedAction(replicationCommand, replicationActions, args, environment)
  },
}
