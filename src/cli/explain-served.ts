/** `gramme policy explain --endpoint`: what a running server says to a request, and by which statement. */
import { readFile } from 'node:fs/promises'
import { positionIn } from '../policies/json-position.js'
import { simulateServed, type ServedDecision } from '../server/simulate-served.js'
import { textOf, type Environment, type GivenFlags } from './flags.js'
import { givenEndpoint } from './given-endpoint.js'
import { keysOf, requireText } from './policy-flags.js'
import { UsageError } from './usage-error.js'

/** Policies that were given, by the names under which the simulator speaks of them. */
type GivenPolicies = ReadonlyMap<string, GivenPolicy>

interface GivenPolicy {
  readonly file: string
  readonly kind: string
  readonly text: string
}

/** Resolves with the exit code. */
export async function explainServed(flags: GivenFlags, environment: Environment): Promise<number> {
  for (const flag of ['stored', 'session-policy']) {
    if (flags.has(flag)) throw new UsageError(`--${flag} cannot be used with --endpoint.`)
  }
  const region = environment['AWS_REGION'] ?? 'us-east-1'
  const endpoint = givenEndpoint(requireText(flags, 'endpoint'), region, environment)
  const given = await givenPolicies(flags)
  const principalArn = textOf(flags, 'principal')
  const policies = [...given].filter(([name]) => name.startsWith('PolicyInputList.'))
  if (principalArn === undefined && policies.length === 0) {
    throw new UsageError('gramme policy explain needs --principal or --policy.')
  }
  const decision = await simulateServed(endpoint, {
    principalArn,
    action: requireText(flags, 'action'),
    resource: requireText(flags, 'resource'),
    policies: policies.map(([, { text }]) => text),
    boundary: given.get('PermissionsBoundaryPolicyInputList.1')?.text,
    resourcePolicy: given.get('ResourcePolicy')?.text,
    keys: keysOf(flags),
  })
  process.stdout.write(`${toldDecision(decision, given)}\n`)
  return decision.kind === 'allowed' ? 0 : 1
}

async function givenPolicies(flags: GivenFlags): Promise<GivenPolicies> {
  const given = new Map<string, GivenPolicy>()
  for (const [flag, name, kind] of [
    ['policy', 'PolicyInputList.', 'identity-based policy'],
    ['boundary', 'PermissionsBoundaryPolicyInputList.', 'permissions boundary'],
    ['resource-policy', 'ResourcePolicy', 'resource-based policy'],
  ] as const) {
    for (const [i, file] of (flags.get(flag) ?? []).map(String).entries()) {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new UsageError(`The file ${file} cannot be read.`)
      })
      given.set(name.endsWith('.') ? `${name}${i + 1}` : name, { file, kind, text })
    }
  }
  return given
}

function toldDecision(decision: ServedDecision, given: GivenPolicies): string {
  const { kind, by, isWithinBoundary } = decision
  if (kind === 'implicitDeny') {
    const missing = isWithinBoundary === false ? 'permissions boundary' : 'identity-based policy'
    return `Denied: no ${missing} allows it.`
  }
  const outcome = kind === 'allowed' ? 'Allowed' : 'Denied'
  if (by === undefined) return `${outcome}: the root user of an account may do everything.`
  const own = given.get(by.policy)
  if (own === undefined) return `${outcome} by the statement in ${placeOf(by)} of ${by.policy}.`
  return `${outcome} by ${statementAt(own.text, by)} of ${own.file}, the ${own.kind}.`
}

type Place = NonNullable<ServedDecision['by']>

function placeOf({ line, column }: Place): string {
  return `line ${line}, column ${column}`
}

interface WrittenStatement {
  readonly Sid?: string
}

/** The simulator names a statement by its place. */
function statementAt(text: string, at: Place): string {
  const { Statement } = JSON.parse(text) as { Statement: WrittenStatement | WrittenStatement[] }
  const isList = Array.isArray(Statement)
  const all = isList ? Statement : [Statement]
  const number = all.findIndex((_, i) => {
    const { line, column } = positionIn(text, isList ? ['Statement', i] : ['Statement'])
    return line === at.line && column === at.column
  })
  const sid = all[number]?.Sid
  return `statement ${number + 1}${sid === undefined ? '' : ` (${sid})`}`
}
