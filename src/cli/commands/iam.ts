/** `gramme iam`: the common steps with users and keys, on a store without a server. */
import type { Command } from '../command.js'
import type { Flag } from '../flags.js'
import { serverFlags, storeOptions } from '../server-options.js'

const flags: readonly Flag[] = [
  { flag: 'account', placeholder: 'digits', help: 'the account (000000000000)' },
  { flag: 'user', placeholder: 'name', help: 'whom a policy is attached to, or' },
  { flag: 'group', placeholder: 'name', help: 'which group, or' },
  { flag: 'role', placeholder: 'name', help: 'which role' },
  { flag: 'path', placeholder: 'path', help: 'path of a new user (/)' },
  ...serverFlags(storeOptions),
]

export const iamCommand: Command = {
  name: 'iam',
  summary: 'make and list users and access keys, and attach policies',
  usage: [
    'iam list',
    'iam create-user <name> [--path <path>]',
    'iam attach-policy <arn> --user|--group|--role <name>',
    'iam detach-policy <arn> --user|--group|--role <name>',
    'iam create-key <user>',
    'iam create-root-key',
    'iam list-keys [<user>]',
    'iam activate-key|deactivate-key|delete-key <id>',
  ],
  flags,
  notes: [
    'A data folder can be used while no server uses it, a PostgreSQL database at any time. With a running\nserver, aws iam does this and everything else. Without a user, list-keys lists the keys of the root.',
    'Secrets are shown once, when a key is made.',
  ],
  async run(args, environment) {
    const { runIamCommand } = await import('../iam-actions.js')
    await runIamCommand(iamCommand, args, environment)
  },
}
