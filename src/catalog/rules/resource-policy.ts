/**
 * What the policy of a table or stream may say, and DynamoDB's sentences for what it may not. Whether the
 * principals exist is not known here.
 */
import { invalidParameter, type ServiceError } from '../../model/errors.js'
import { resourcePolicyBytesMax } from '../../model/limits.js'
import { canonicalPolicy } from '../../policies/canonical-policy.js'
import { dynamodbActions, type ActionTarget } from '../../policies/dynamodb-actions.js'
import { positionIn } from '../../policies/json-position.js'
import { parsePolicy } from '../../policies/parse-policy.js'
import { matchesPattern } from '../../policies/wildcards.js'
import { PolicyFault } from '../../policies/policy-fault.js'
import type { Policy, PolicyStatement } from '../../policies/policy.js'
import { refuseUnboundedAccess } from './unbounded-access.js'

export interface CheckedResourcePolicy {
  /** As it is read back. */
  readonly document: string
  readonly omitsVersion?: true
  readonly policy: Policy
}

/** What a policy is put on. */
export type PolicyOwnerKind = 'table' | 'stream'

/** AWS: the services that a table can be shared with. */
const servicePrincipals = ['redshift.amazonaws.com', 'replication.dynamodb.amazonaws.com']

export function checkedResourcePolicy(text: string, owner: PolicyOwnerKind): CheckedResourcePolicy {
  if (Buffer.byteLength(text) > resourcePolicyBytesMax) {
    throw invalidParameter(`Maximum policy size of ${resourcePolicyBytesMax} bytes exceeded`)
  }
  refuseBarePrincipals(text)
  const policy = parsed(text)
  refuseOtherActions(policy, owner)
  refuseOtherResources(policy, owner)
  refuseOtherServices(policy)
  refuseUnboundedAccess(policy)
  const omitsVersion = (JSON.parse(text) as { Version?: string }).Version === undefined
  return { document: canonicalPolicy(text), policy, ...(omitsVersion && { omitsVersion }) }
}

function parsed(text: string): Policy {
  try {
    return parsePolicy(text, 'resource')
  } catch (fault) {
    if (!(fault instanceof PolicyFault)) throw fault
    throw refusalOf(fault)
  }
}

/** AWS: no sentence is known for what is not listed, so those say what is wrong in our words. */
function refusalOf({ kind, message }: PolicyFault): ServiceError {
  switch (kind) {
    case 'json':
      return invalidDocument('This policy contains invalid Json')
    case 'no-statement':
      return invalidDocument('Could not parse the policy: Statement is empty!')
    case 'no-resource':
      return invalidDocument('Missing required field Resource')
    case 'no-principal':
      return invalidDocument('Missing required field Principal')
    case 'sid-twice':
      return invalidDocument('The Statement Ids in the policy are not unique')
    case 'principal':
      return invalidPrincipal()
    default:
      return invalidDocument(`Could not parse the policy: ${message}`)
  }
}

function invalidDocument(sentence: string): ServiceError {
  return invalidParameter(`Invalid policy document: ${sentence}`)
}

export function invalidPrincipal(): ServiceError {
  return invalidParameter('Invalid principal in policy document.')
}

/** AWS: an account's number can be named as `{"AWS": …}` only. */
function refuseBarePrincipals(text: string): void {
  let statements: unknown
  try {
    statements = (JSON.parse(text) as { Statement?: unknown } | null)?.Statement
  } catch {
    return
  }
  const isList = Array.isArray(statements)
  const list: readonly unknown[] = isList ? (statements as unknown[]) : [statements]
  for (const [i, statement] of list.entries()) {
    for (const name of ['Principal', 'NotPrincipal']) {
      const value = (statement as Record<string, unknown> | null | undefined)?.[name]
      if (typeof value !== 'string' || value === '*') continue
      const path = isList ? ['Statement', i, name] : ['Statement', name]
      const { line, column } = positionIn(text, path)
      throw invalidDocument(`Syntax error at position (${line},${column})`)
    }
  }
}

const targetsOf: Readonly<Record<PolicyOwnerKind, readonly ActionTarget[]>> = {
  table: ['table', 'index'],
  stream: ['stream'],
}

/** AWS: streams have three actions; the actions on a stream's policy and tags are not among them. */
function namesFor(owner: PolicyOwnerKind): readonly string[] {
  const wanted = targetsOf[owner]
  return [...dynamodbActions]
    .filter(([, { targets }]) => targets.some((target) => wanted.includes(target)))
    .filter(([, { targets }]) => owner === 'table' || targets.every((each) => each === 'stream'))
    .map(([name]) => `dynamodb:${name}`.toLowerCase())
}

function refuseOtherActions({ statements }: Policy, owner: PolicyOwnerKind): void {
  const names = namesFor(owner)
  const invalid = statements.flatMap(({ actions }) =>
    actions.texts.filter(
      (_text, i) => !names.some((name) => matchesPattern(actions.patterns[i]!, name)),
    ),
  )
  if (invalid.length === 0) return
  const listed = invalid.map((text) => `"${text}"`).join(', ')
  throw invalidDocument(`The following action names are invalid: ${listed}`)
}

const relativeIds: Readonly<Record<PolicyOwnerKind, RegExp>> = {
  table: /^(?:\*|table\/[^/]+(?:\/index\/.+)?)$/,
  stream: /^(?:\*|table\/[^/]*\*|table\/[^/]+\/stream\/.+)$/,
}

function refuseOtherResources({ statements }: Policy, owner: PolicyOwnerKind): void {
  for (const { resources } of statements) {
    for (const text of resources?.texts ?? []) refuseOtherResource(text, owner)
  }
}

/** AWS: another table's ARN is accepted, though the policy is never asked about that table. */
function refuseOtherResource(arn: string, owner: PolicyOwnerKind): void {
  if (/^\*+$/.test(arn)) return
  const [, , service, , , ...relative] = arn.split(':')
  const id = relative.join(':')
  if (service === 'dynamodb' && relativeIds[owner].test(id)) return
  throw invalidDocument(`The relative-id "${id}" is invalid for ARN "${arn}".`)
}

function refuseOtherServices({ statements }: Policy): void {
  const lists = statements.map(({ principals }: PolicyStatement) => principals?.list)
  if (lists.some((list) => list !== undefined && list.federated.length > 0)) {
    throw invalidPrincipal()
  }
  if (lists.every((list) => list?.services.every((name) => servicePrincipals.includes(name)))) {
    return
  }
  throw invalidDocument('Policy contains invalid service principal')
}
