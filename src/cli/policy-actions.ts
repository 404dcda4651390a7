/** What `gramme policy` does: reads policies from files, checks them, and explains a decision. */
import { readFile } from 'node:fs/promises'
import { allServices } from '../api/services.js'
import { checkPolicy, type KnownActions } from '../policies/check-policy.js'
import { decide, type PolicyDecision } from '../policies/evaluate.js'
import { parsePolicy, type PolicyUse } from '../policies/parse-policy.js'
import { PolicyFault } from '../policies/policy-fault.js'
import type { NamedPolicy } from '../policies/policy-sets.js'
import { principalOfArn, type Principal } from '../policies/principal.js'
import { explainStored } from '../server/explain-data.js'
import type { Command } from './command.js'
import { readArguments, textOf, type Environment, type GivenFlags } from './flags.js'
import { explainServed } from './explain-served.js'
import { keysOf, requireText } from './policy-flags.js'
import { readServerOptions, storeOptions } from './server-options.js'
import { UsageError } from './usage-error.js'

/** Resolves with the exit code. */
export async function runPolicyCommand(
  command: Command,
  args: readonly string[],
  environment: Environment,
): Promise<number> {
  const { flags, words } = readArguments(command, args)
  const [action, ...files] = words
  if (action === 'check') return checkFiles(files)
  if (action !== 'explain') throw new UsageError('gramme policy needs check or explain.')
  if (files.length > 0) throw new UsageError(`gramme policy explain takes no '${files[0]}'.`)
  if (flags.has('endpoint')) return explainServed(flags, environment)
  return flags.has('stored') ? explainFromStore(flags, environment) : explain(flags)
}

async function checkFiles(files: readonly string[]): Promise<number> {
  if (files.length === 0) throw new UsageError('gramme policy check needs a file.')
  let found = 0
  for (const file of files) {
    for (const line of await faultsIn(file)) {
      process.stdout.write(`${file}: ${line}\n`)
      found++
    }
  }
  if (found === 0) process.stdout.write('Nothing was found.\n')
  return found === 0 ? 0 : 1
}

/** AWS: some rights are of no operation of their own. */
const bareRights: Readonly<Record<string, readonly string[]>> = {
  iam: ['PassRole', 'CreateServiceLinkedRole'],
  sts: ['TagSession', 'SetSourceIdentity', 'SetContext'],
}

const otherActions: KnownActions = new Map(
  allServices
    .filter(({ id }) => Object.hasOwn(bareRights, id))
    .map(({ id, operations }) => [id, [...operations.keys(), ...bareRights[id]!]]),
)

async function faultsIn(file: string): Promise<readonly string[]> {
  try {
    const findings = checkPolicy(await readPolicy(file), otherActions)
    return findings.map(({ statement, text }) => `statement ${statement}: ${text}`)
  } catch (error) {
    if (error instanceof PolicyFault) return [error.message]
    throw error
  }
}

async function readPolicy(file: string, use?: PolicyUse) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The file ${file} cannot be read.`)
  })
  return parsePolicy(text, use ?? (/"(Not)?Principal"/.test(text) ? 'resource' : 'identity'))
}

async function explain(flags: GivenFlags): Promise<number> {
  const action = requireText(flags, 'action')
  const resource = requireText(flags, 'resource')
  const resourceAccount = resource.split(':')[4] ?? ''
  const named = (flag: string, use: PolicyUse) => policiesOf(flags, flag, use)
  const identity = await named('policy', 'identity')
  const [boundary] = await named('boundary', 'identity')
  const session = await named('session-policy', 'identity')
  const [atResource] = await named('resource-policy', 'resource')
  const decision = decide(
    { principal: principalOf(flags, resourceAccount), action, resource, keys: keysOf(flags) },
    {
      identity,
      resourceAccount,
      ...(boundary && { boundary }),
      ...(session.length > 0 && { session }),
      ...(atResource && { resource: atResource }),
    },
  )
  process.stdout.write(`${explained(decision)}\n`)
  return decision.kind === 'allowed' ? 0 : 1
}

const fileFlags = ['policy', 'boundary', 'resource-policy'] as const

async function explainFromStore(flags: GivenFlags, environment: Environment): Promise<number> {
  const file = fileFlags.find((flag) => flags.has(flag))
  if (file !== undefined) throw new UsageError(`--${file} cannot be used with --stored.`)
  const principalArn = requireText(flags, 'principal')
  const action = requireText(flags, 'action')
  if (!isAction(action)) throw new UsageError(`'${action}' is not written as service:Action.`)
  const options = readServerOptions(flags, environment, storeOptions)
  const decision = await explainStored(options, {
    principalArn,
    action,
    resource: requireText(flags, 'resource'),
    keys: keysOf(flags),
    session: await policiesOf(flags, 'session-policy', 'identity'),
  })
  if (decision === undefined) throw new UsageError(`The store has no principal ${principalArn}.`)
  process.stdout.write(`${explained(decision)}\n`)
  return decision.kind === 'allowed' ? 0 : 1
}

function isAction(text: string): text is `${string}:${string}` {
  return text.includes(':')
}

async function policiesOf(
  flags: GivenFlags,
  flag: string,
  use: PolicyUse,
): Promise<readonly NamedPolicy[]> {
  const files = (flags.get(flag) ?? []).map(String)
  return Promise.all(
    files.map(async (file) => {
      const policy = await readPolicy(file, use).catch((error: unknown) => {
        throw error instanceof PolicyFault ? new UsageError(`${file}: ${error.message}`) : error
      })
      return { name: file, policy }
    }),
  )
}

function principalOf(flags: GivenFlags, account: string): Principal {
  const arn = textOf(flags, 'principal')
  if (arn === undefined)
    return { kind: 'user', account, arn: `arn:aws:iam::${account}:user/someone` }
  const found = principalOfArn(arn)
  if (found === undefined) throw new UsageError(`'${arn}' is not the ARN of a principal.`)
  return found
}

function explained(decision: PolicyDecision): string {
  switch (decision.kind) {
    case 'not-allowed':
      return `Denied: no ${decision.missing} allows it.`
    case 'denied':
      return `Denied by ${decidedBy(decision.by)}.`
    case 'allowed':
      return decision.by === undefined
        ? 'Allowed: the root user of an account may do everything.'
        : `Allowed by ${decidedBy(decision.by)}.`
  }
}

function decidedBy({
  policyKind,
  policyName,
  number,
  statement,
}: NonNullable<Extract<PolicyDecision, { kind: 'allowed' }>['by']>): string {
  const sid = statement.sid === undefined ? '' : ` (${statement.sid})`
  return `statement ${number + 1}${sid} of ${policyName}, the ${policyKind}`
}
