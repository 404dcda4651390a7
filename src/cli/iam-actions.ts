/** What the actions of `gramme iam` do. Refusals are IAM's own sentences. */
import type { KeyPair } from '../iam/access-keys.js'
import type { AccessKey, IamGroup, IamRole, IamUser } from '../iam/entities.js'
import { attachPolicy, detachPolicy } from '../iam/grants.js'
import { requireIamName, requireIamPath } from '../iam/names.js'
import type { IamOffice } from '../iam/office.js'
import type { GranteeAddress } from '../iam/principals.js'
import { addRootKey } from '../iam/root-key.js'
import {
  accessKeysOf,
  makeAccessKey,
  removeAccessKey,
  setAccessKeyActive,
  type KeyHolder,
} from '../iam/user-keys.js'
import { makeUser } from '../iam/users.js'
import { withAccounts } from '../server/iam-data.js'
import type { Command } from './command.js'
import { readArguments, textOf, type Environment, type GivenFlags } from './flags.js'
import { printRows } from './print-rows.js'
import { readServerOptions, storeOptions } from './server-options.js'
import { UsageError } from './usage-error.js'

interface IamCall {
  readonly account: string
  readonly flags: GivenFlags
  /** What follows the action: a name, an ARN or an id. Empty if there is none. */
  readonly subject: string
}

interface IamAction {
  /** What the action is about, if it is about something. */
  readonly subject?: string
  readonly isOptional?: true
  run(office: IamOffice, call: IamCall): Promise<void>
}

const actions: Readonly<Record<string, IamAction>> = {
  list: { run: listPrincipals },
  'create-user': { subject: 'the name of a user', run: createUser },
  'attach-policy': {
    subject: 'the ARN of a policy',
    async run({ iam }, call) {
      await attachPolicy(iam, granteeOf(call), call.subject)
      print(`Attached ${call.subject}.`)
    },
  },
  'detach-policy': {
    subject: 'the ARN of a policy',
    async run({ iam }, call) {
      await detachPolicy(iam, granteeOf(call), call.subject)
      print(`Detached ${call.subject}.`)
    },
  },
  'create-key': {
    subject: 'the name of a user',
    run: async (office, { account, subject: userName }) =>
      printKey(await makeAccessKey(office, { account, userName })),
  },
  'create-root-key': {
    run: async ({ iam, accessKeys }, { account }) =>
      printKey(await addRootKey(iam, accessKeys, account)),
  },
  'list-keys': { subject: 'the name of a user', isOptional: true, run: listKeys },
  'activate-key': {
    subject: 'the id of a key',
    run: (office, call) => setActive(office, call, true),
  },
  'deactivate-key': {
    subject: 'the id of a key',
    run: (office, call) => setActive(office, call, false),
  },
  'delete-key': {
    subject: 'the id of a key',
    async run({ iam }, { subject: id }) {
      await removeAccessKey(iam, holderOf(await requireKey(iam, id)), id)
      print(`Deleted ${id}.`)
    },
  },
}

export async function runIamCommand(
  command: Command,
  args: readonly string[],
  environment: Environment,
): Promise<void> {
  const { flags, words } = readArguments(command, args)
  const [word = '', subject = '', extra] = words
  const action = Object.hasOwn(actions, word) ? actions[word]! : undefined
  if (action === undefined) {
    throw new UsageError(`gramme iam needs an action: ${Object.keys(actions).join(', ')}.`)
  }
  const surplus = action.subject === undefined ? words[1] : extra
  if (surplus !== undefined) throw new UsageError(`gramme iam ${word} takes no '${surplus}'.`)
  if (action.subject !== undefined && action.isOptional !== true && subject === '') {
    throw new UsageError(`gramme iam ${word} needs ${action.subject}.`)
  }
  const account = textOf(flags, 'account') ?? '000000000000'
  if (!/^\d{12}$/.test(account)) throw new UsageError('--account must have 12 digits.')
  const options = readServerOptions(flags, environment, storeOptions)
  await withAccounts(options, (office) => action.run(office, { account, flags, subject }))
}

async function createUser(office: IamOffice, { account, flags, subject }: IamCall): Promise<void> {
  const name = requireIamName('userName', subject)
  const path = requireIamPath(textOf(flags, 'path'))
  await makeUser(office, { account, name, path, tags: [] })
  print(`Made user ${name}. It may do nothing until a policy is attached.`)
}

async function listPrincipals({ iam }: IamOffice, { account }: IamCall): Promise<void> {
  const rows: string[][] = []
  for (const kind of ['user', 'group', 'role'] as const) {
    for await (const each of iam.walk(kind, account)) rows.push(rowOf(kind, each))
  }
  if (rows.length === 0) return print(`Account ${account} has no users, groups and roles.`)
  printRows([['KIND', 'NAME', 'KEYS', 'GROUPS', 'POLICIES'], ...rows])
}

function rowOf(kind: string, each: IamUser | IamGroup | IamRole): string[] {
  const { name, inlinePolicies, attachedPolicies } = each
  const keys = 'accessKeyIds' in each ? each.accessKeyIds : []
  const groups = 'groups' in each ? each.groups : []
  const policies = [
    ...attachedPolicies,
    ...Object.keys(inlinePolicies).map((one) => `${one} (inline)`),
  ]
  return [kind, name, ...[keys, groups, policies].map((list) => list.join(', ') || '-')]
}

async function listKeys({ iam }: IamOffice, { account, subject }: IamCall): Promise<void> {
  const userName = subject === '' ? undefined : subject
  const keys = await accessKeysOf(iam, { account, userName })
  if (keys.length === 0) return print('There are no keys.')
  const rows = keys.map(({ id, isActive, createdAtMs }) => [
    id,
    isActive ? 'active' : 'inactive',
    new Date(createdAtMs).toISOString(),
  ])
  printRows([['ID', 'STATE', 'MADE'], ...rows])
}

async function setActive(
  { iam }: IamOffice,
  { subject: id }: IamCall,
  isActive: boolean,
): Promise<void> {
  await setAccessKeyActive(iam, holderOf(await requireKey(iam, id)), { id, isActive })
  print(`${id} is ${isActive ? 'active' : 'inactive'}.`)
}

async function requireKey(iam: IamOffice['iam'], id: string): Promise<AccessKey> {
  const key = await iam.find({ kind: 'accessKey', id })
  if (key === undefined) throw new UsageError(`There is no key ${id}.`)
  return key
}

function holderOf({ account, userName }: AccessKey): KeyHolder {
  return { account, userName }
}

function granteeOf({ account, flags }: IamCall): GranteeAddress {
  const kinds = (['user', 'group', 'role'] as const).filter((kind) => flags.has(kind))
  const [kind] = kinds
  const name = kind && textOf(flags, kind)
  if (kinds.length !== 1 || kind === undefined || name === undefined) {
    throw new UsageError('Name one of --user, --group and --role.')
  }
  return { kind, account, name }
}

function printKey({ accessKeyId, secretAccessKey }: KeyPair): void {
  print(`AWS_ACCESS_KEY_ID=${accessKeyId}\nAWS_SECRET_ACCESS_KEY=${secretAccessKey}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
