/** What AWS demands of trust policies, which say who may assume a role. */
import { parsePolicy } from '../policies/parse-policy.js'
import { PolicyFault, type PolicyFaultKind } from '../policies/policy-fault.js'
import type { Policy } from '../policies/policy.js'
import { parseIamArn } from './arns.js'
import { sizeWithoutBlanks } from './identity-document.js'
import type { IamStore } from './iam-store.js'
import { trustPolicySizeMax } from './quotas.js'
import { malformedPolicy, quotaExceeded } from './refusals.js'

export async function requireTrustPolicy(iam: IamStore, text: string): Promise<void> {
  const policy = parsedTrust(text)
  const resource = policy.statements.find(({ resources }) => resources !== undefined)?.resources
  if (resource !== undefined) {
    throw malformedPolicy(`Has prohibited field ${resource.isExcept ? 'NotResource' : 'Resource'}`)
  }
  for (const statement of policy.statements) {
    if (statement.principals?.isExcept === true) {
      throw malformedPolicy('Allow with NotPrincipal is not allowed.')
    }
    if (statement.actions.isExcept || !statement.actions.texts.every(isAssuming)) {
      throw malformedPolicy('AssumeRole policy may only specify STS AssumeRole actions.')
    }
  }
  if (sizeWithoutBlanks(text) > trustPolicySizeMax) {
    throw quotaExceeded('ACLSizePerRole', trustPolicySizeMax)
  }
  await requireKnownPrincipals(iam, policy)
}

const assuming: ReadonlySet<string> = new Set([
  'sts:assumerole',
  'sts:assumerolewithwebidentity',
  'sts:assumerolewithsaml',
  'sts:setcontext',
  'sts:setsourceidentity',
  'sts:tagsession',
])

function isAssuming(action: string): boolean {
  return assuming.has(action.toLowerCase())
}

const sentences: Readonly<Partial<Record<PolicyFaultKind, string>>> = {
  json: 'This policy contains invalid Json',
  version: 'The policy must contain a valid version string',
  'no-statement': 'Could not parse the policy: Statement is empty!',
  'sid-twice': 'The Statement Ids in the policy are not unique',
  'no-principal': 'Missing required field Principal',
  empty: 'Missing required field Action',
  action: 'AssumeRole policy may only specify STS AssumeRole actions.',
}

function parsedTrust(text: string): Policy {
  try {
    return parsePolicy(text, 'trust')
  } catch (fault) {
    if (!(fault instanceof PolicyFault)) throw fault
    throw malformedPolicy(sentences[fault.kind] ?? 'Syntax error in policy.')
  }
}

/** AWS: the users and roles that a trust policy names must be there. */
async function requireKnownPrincipals(iam: IamStore, { statements }: Policy): Promise<void> {
  for (const arn of statements.flatMap(({ principals }) => principals?.list.arns ?? [])) {
    const named = parseIamArn(arn)
    if (named?.kind !== 'user' && named?.kind !== 'role') continue
    const found = await iam.find({ kind: named.kind, account: named.account, name: named.name })
    if (found?.path !== named.path || found.name !== named.name) {
      throw malformedPolicy(`Invalid principal in policy: "AWS":"${arn}"`)
    }
  }
}
