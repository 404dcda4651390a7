/** `gramme policy`: finds mistakes in policies, and tells what they decide and why. It changes nothing. */
import type { Command } from '../command.js'
import type { Flag } from '../flags.js'
import { serverFlags, storeOptions } from '../server-options.js'

const flags: readonly Flag[] = [
  { flag: 'policy', placeholder: 'file', help: 'policy of the principal; may be repeated' },
  { flag: 'boundary', placeholder: 'file', help: 'permissions boundary of the principal' },
  { flag: 'session-policy', placeholder: 'file', help: 'policy of the session' },
  { flag: 'resource-policy', placeholder: 'file', help: 'policy of the table or stream' },
  { flag: 'principal', placeholder: 'arn', help: 'who calls (a user of the resource’s account)' },
  { flag: 'action', placeholder: 'name', help: 'what is asked for, such as dynamodb:GetItem' },
  { flag: 'resource', placeholder: 'arn', help: 'what it is asked of; * if that is nothing' },
  {
    flag: 'key',
    placeholder: 'name=value',
    help: 'a key of the request, such as dynamodb:LeadingKeys=u1; may be repeated',
  },
  { flag: 'stored', help: 'ask the principals and tables of a store instead of files' },
  { flag: 'endpoint', placeholder: 'url', help: 'ask a running server' },
  ...serverFlags(storeOptions),
]

export const policyCommand: Command = {
  name: 'policy',
  summary: 'find mistakes in IAM policies, and tell what they allow and why',
  usage: [
    'policy check <file>…',
    'policy explain --policy <file> --action <name> --resource <arn> [options]',
    'policy explain --stored --principal <arn> --action <name> --resource <arn> [options]',
    'policy explain --endpoint <url> --principal <arn> --action <name> --resource <arn> [options]',
  ],
  flags,
  notes: [
    'check exits with 1 if it finds something. explain exits with 1 if the request is denied.\nThe policy of a table or stream is one that has principals.',
    'With --stored, the policies, boundary and tags of the principal and the policy and tags of the table come\nfrom a store: a data folder that no server uses, or a PostgreSQL database.',
    'With --endpoint, a running server is asked by IAM’s simulator, signed with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY\nand AWS_SESSION_TOKEN. It heeds the policy of a table only if it is given.',
  ],
  async run(args, environment) {
    const { runPolicyCommand } = await import('../policy-actions.js')
    process.exitCode = await runPolicyCommand(policyCommand, args, environment)
  },
}
