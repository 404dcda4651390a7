/** `gramme link`: which regions are in other deployments, and where these are. Asks a running server. */
import type { Command } from '../command.js'

export const linkCommand: Command = {
  name: 'link',
  summary: 'link regions of other deployments, for global tables',
  usage: [
    'link add <region> <endpoint> --access-key-id <id> [options]',
    'link list',
    'link remove <region>',
  ],
  flags: [
    {
      flag: 'endpoint',
      placeholder: 'url',
      help: 'the server of this deployment (http://127.0.0.1:8000)',
    },
    {
      flag: 'region',
      placeholder: 'name',
      variable: 'AWS_REGION',
      help: 'a region of this deployment (us-east-1)',
    },
    { flag: 'access-key-id', placeholder: 'id', help: 'key that the other deployment accepts' },
    {
      flag: 'secret-file',
      placeholder: 'file',
      help: 'its secret; without a file, GRAMME_LINK_SECRET has it',
    },
    {
      flag: 'ca',
      placeholder: 'file',
      help: 'authorities that sign the certificate there, as PEM',
    },
    { flag: 'cert', placeholder: 'file', help: 'client certificate to show there, as PEM' },
    { flag: 'key', placeholder: 'file', help: 'key of the client certificate' },
    { flag: 'replace', help: 'change a link that is there' },
  ],
  notes: [
    'The server is called with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Both deployments need a link to each other:\ndocs/global-tables.md.',
  ],
  async run(args, environment) {
    const { runServedAction } = await import('../served-actions.js')
    const { linkActions } = await import('../link-actions.js')
    await runServedAction(linkCommand, linkActions, args, environment)
  },
}
