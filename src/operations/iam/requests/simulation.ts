/**
 * What policies would decide, request by request, without one being made. AWS: the policy of a resource, its
 * tags and whatever else a request says count only as far as the simulation is told of them.
 */
import type {
  EvaluationResult,
  SimulateCustomPolicyRequest,
  Statement,
} from '../../../api/generated/iam-types.js'
import { invalidInput } from '../../../iam/refusals.js'
import type { ServiceError } from '../../../model/errors.js'
import { decide, decideAmong, type PolicyDecision } from '../../../policies/evaluate.js'
import { holdsList } from '../../../policies/dynamodb-actions.js'
import { spanIn } from '../../../policies/json-position.js'
import { parsePolicy, type PolicyUse } from '../../../policies/parse-policy.js'
import { PolicyFault } from '../../../policies/policy-fault.js'
import type { NamedPolicy, PolicySets } from '../../../policies/policy-sets.js'
import type { PolicyRequest } from '../../../policies/policy.js'
import { principalOfArn, type Principal } from '../../../policies/principal.js'
import type { KeyValue, RequestKeys } from '../../../policies/request-keys.js'
import { shortlistOf, type Candidate, type Shortlist } from '../../../policies/shortlist.js'
import type { OperationContext, RequestContext } from '../../operation.js'
import { pageOf, readListRequest, type ListRequest } from './paging.js'

export interface Simulation {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly given: RequestKeys
  readonly policies: readonly NamedPolicy[]
  readonly boundary: NamedPolicy | undefined
  readonly resourcePolicy: NamedPolicy | undefined
  readonly principal: Principal | undefined
  readonly owner: string | undefined
  readonly page: ListRequest
}

/** The policies that are asked, and what is known of the principal. */
export interface Simulated {
  readonly principal: Principal
  readonly identity: readonly NamedPolicy[]
  readonly boundary: NamedPolicy | undefined
  readonly knownOf: (action: string, resource: string) => RequestKeys
}

export type SimulationInput = Omit<SimulateCustomPolicyRequest, 'PolicyInputList'> &
  Partial<Pick<SimulateCustomPolicyRequest, 'PolicyInputList'>>

export function readSimulation(
  ctx: RequestContext,
  list: string,
  input: SimulationInput,
): Simulation {
  const { ActionNames, ResourceArns = [], CallerArn, ResourceOwner, ResourcePolicy } = input
  if (input.ResourceHandlingOption !== undefined) throw unusable('ResourceHandlingOption')
  const boundaries = policiesIn(input.PermissionsBoundaryPolicyInputList, boundaryList)
  // AWS: a principal has one boundary.
  if (boundaries.length > 1) throw unusable(boundaryList)
  for (const action of ActionNames) if (!actionForm.test(action)) throw unusable('ActionNames')
  return {
    actions: ActionNames,
    resources: ResourceArns.length === 0 ? ['*'] : ResourceArns,
    given: keysIn(input),
    policies: policiesIn(input.PolicyInputList, 'PolicyInputList'),
    boundary: boundaries[0],
    resourcePolicy:
      ResourcePolicy === undefined
        ? undefined
        : namedPolicy('ResourcePolicy', ResourcePolicy, 'resource'),
    principal: CallerArn === undefined ? undefined : requirePrincipal(CallerArn),
    owner: ResourceOwner === undefined ? undefined : requireOwner(ResourceOwner),
    page: readListRequest(ctx, list, input),
  }
}

const boundaryList = 'PermissionsBoundaryPolicyInputList'
const actionForm = /^[a-z0-9-]+:[A-Za-z0-9]+$/i

function unusable(member: string): ServiceError {
  return invalidInput(`Invalid Input ${member}.`)
}

/** AWS: numbers them from one. */
function policiesIn(texts: readonly string[] | undefined, list: string): readonly NamedPolicy[] {
  return (texts ?? []).map((text, i) => namedPolicy(`${list}.${i + 1}`, text, 'identity'))
}

function namedPolicy(name: string, document: string, use: PolicyUse): NamedPolicy {
  try {
    return { name, document, policy: parsePolicy(document, use) }
  } catch (fault) {
    if (!(fault instanceof PolicyFault)) throw fault
    throw invalidInput(`${name}: ${fault.message}`)
  }
}

function requirePrincipal(arn: string): Principal {
  const principal = principalOfArn(arn)
  if (principal === undefined) throw unusable('CallerArn')
  return principal
}

/** AWS: an account, or its ARN. */
function requireOwner(owner: string): string {
  const account = /^(?:arn:aws:iam::)?(\d{12})(?::root)?$/.exec(owner)?.[1]
  if (account === undefined) throw unusable('ResourceOwner')
  return account
}

function keysIn({ ContextEntries = [] }: SimulationInput): RequestKeys {
  const keys = new Map<string, KeyValue>()
  for (const { ContextKeyName, ContextKeyValues = [], ContextKeyType = '' } of ContextEntries) {
    if (ContextKeyName === undefined) throw unusable('ContextEntries')
    const name = ContextKeyName.toLowerCase()
    const isList = ContextKeyType.endsWith('List') || holdsList(name)
    const [first] = ContextKeyValues
    if (isList || first === undefined || ContextKeyValues.length > 1)
      keys.set(name, ContextKeyValues)
    else keys.set(name, first)
  }
  return keys
}

interface SimulatedRequest {
  readonly number: number
  readonly action: string
  readonly resource: string
}

export async function simulate(
  ctx: OperationContext,
  simulation: Simulation,
  simulated: Simulated,
): Promise<{ readonly EvaluationResults: readonly EvaluationResult[] }> {
  const { entries, end } = await pageOf(
    ctx,
    simulation.page,
    (after) => requestsOf(simulation, after === undefined ? 0 : Number(after) + 1),
    ({ number }) => String(number),
  )
  const results = entries.map((request) => resultOf(simulation, simulated, request))
  return { EvaluationResults: results, ...end }
}

function* requestsOf(
  { actions, resources }: Simulation,
  first: number,
): Generator<SimulatedRequest> {
  for (let number = first; number < actions.length * resources.length; number++) {
    const action = actions[Math.floor(number / resources.length)]!
    yield { number, action, resource: resources[number % resources.length]! }
  }
}

function resultOf(
  simulation: Simulation,
  { principal, identity, boundary, knownOf }: Simulated,
  { action, resource }: SimulatedRequest,
): EvaluationResult {
  const known = knownOf(action, resource)
  const keys: RequestKeys = { get: (key) => simulation.given.get(key) ?? known.get(key) }
  const own = 'account' in principal ? principal.account : ''
  const resourceAccount = simulation.owner ?? (resource.split(':')[4] || own)
  const sets: PolicySets = {
    identity,
    resourceAccount,
    ...(boundary && { boundary }),
    ...(simulation.resourcePolicy && { resource: simulation.resourcePolicy }),
  }
  const shortlist = shortlistOf({ principal, action, resource }, sets)
  const decision = decideAmong(shortlist, keys)
  return {
    EvalActionName: action,
    EvalResourceName: resource,
    EvalDecision: shownDecision(decision),
    MatchedStatements: decision.kind === 'not-allowed' ? [] : matched(decision.by, sets),
    MissingContextValues: missingIn(shortlist, keys),
    ...(boundary && {
      PermissionsBoundaryDecisionDetail: {
        AllowedByPermissionsBoundary: isWithin(boundary, { principal, action, resource, keys }),
      },
    }),
  }
}

/** As if the boundary were all that the principal has. */
function isWithin(boundary: NamedPolicy, request: PolicyRequest): boolean {
  const { principal } = request
  const resourceAccount = 'account' in principal ? principal.account : ''
  return decide(request, { identity: [boundary], resourceAccount }).kind === 'allowed'
}

function shownDecision({ kind }: PolicyDecision) {
  switch (kind) {
    case 'allowed':
      return 'allowed'
    case 'denied':
      return 'explicitDeny'
    case 'not-allowed':
      return 'implicitDeny'
  }
}

/** The statement that decided, and where it is in its policy. */
function matched(by: Candidate | undefined, sets: PolicySets): readonly Statement[] {
  if (by === undefined) return []
  const all = [...sets.identity, sets.boundary, sets.resource]
  const document = all.find((each) => each?.name === by.policyName)?.document
  if (document === undefined) return [{ SourcePolicyId: by.policyName }]
  const { Statement: statements } = JSON.parse(document) as { readonly Statement: unknown }
  const path = Array.isArray(statements) ? ['Statement', by.number] : ['Statement']
  const [start, end] = spanIn(document, path)
  return [
    {
      SourcePolicyId: by.policyName,
      StartPosition: { Line: start.line, Column: start.column },
      EndPosition: { Line: end.line, Column: end.column },
    },
  ]
}

/** The keys that statements about the request ask for, and nobody has said. */
function missingIn(shortlist: Shortlist, keys: RequestKeys): readonly string[] {
  const { denies, grants, identity, boundary = [] } = shortlist
  const conditions = [...denies, ...grants, ...identity, ...boundary].flatMap(
    ({ statement }) => statement.conditions,
  )
  const missing = conditions.filter(({ keyName }) => keys.get(keyName) === undefined)
  return [...new Set(missing.map(({ key }) => key))]
}
