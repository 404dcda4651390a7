/** The policies of users, groups and roles: inline ones, attached ones, and boundaries. */
import { requireIdentityDocument, sizeWithoutBlanks } from './identity-document.js'
import type { IamRole, IamUser } from './entities.js'
import type { IamStore } from './iam-store.js'
import { attachedPoliciesMax, inlinePolicySizeMax } from './quotas.js'
import {
  boundaryAddressOf,
  countedUse,
  policyAddressOf,
  requireAttachable,
  requireBoundary,
} from './policy-use.js'
import { changePrincipal, requirePrincipal, type GranteeAddress } from './principals.js'
import {
  iamLimitExceeded,
  noSuchInlinePolicy,
  noSuchPolicy,
  noSuchPrincipal,
  quotaExceeded,
} from './refusals.js'

interface InlinePolicy {
  readonly name: string
  readonly document: string
}

export function putInlinePolicy(
  iam: IamStore,
  at: GranteeAddress,
  { name, document }: InlinePolicy,
): Promise<void> {
  requireIdentityDocument(document)
  return changePrincipal(iam, at, (principal) => {
    const inlinePolicies = { ...principal.inlinePolicies, [name]: document }
    const size = Object.values(inlinePolicies).reduce(
      (sum, each) => sum + sizeWithoutBlanks(each),
      0,
    )
    const max = inlinePolicySizeMax[at.kind]
    if (size > max) {
      throw iamLimitExceeded(
        `Maximum policy size of ${max} bytes exceeded for ${at.kind} ${principal.name}`,
      )
    }
    return { ...principal, inlinePolicies }
  })
}

export function deleteInlinePolicy(iam: IamStore, at: GranteeAddress, name: string): Promise<void> {
  return changePrincipal(iam, at, (principal) => {
    if (!Object.hasOwn(principal.inlinePolicies, name)) throw noSuchInlinePolicy(at.kind, name)
    const { [name]: _gone, ...inlinePolicies } = principal.inlinePolicies
    return { ...principal, inlinePolicies }
  })
}

export async function requireInlinePolicy(
  iam: IamStore,
  at: GranteeAddress,
  name: string,
): Promise<string> {
  const { inlinePolicies } = await requirePrincipal(iam, at)
  if (!Object.hasOwn(inlinePolicies, name)) throw noSuchInlinePolicy(at.kind, name)
  return inlinePolicies[name]!
}

const attachedQuotas = {
  user: 'PoliciesPerUser',
  group: 'PoliciesPerGroup',
  role: 'PoliciesPerRole',
} as const

/** AWS: it is no fault if the policy is attached already. */
export function attachPolicy(iam: IamStore, at: GranteeAddress, arn: string): Promise<void> {
  const policyAt = policyAddressOf(arn)
  return iam.change([at, policyAt], ([principal, policy]) => {
    if (principal === undefined) throw noSuchPrincipal(at.kind, at.name)
    requireAttachable(at.account, arn, policy)
    const { attachedPolicies } = principal
    if (attachedPolicies.includes(arn)) return { writes: [], result: undefined }
    if (attachedPolicies.length >= attachedPoliciesMax) {
      throw quotaExceeded(attachedQuotas[at.kind], attachedPoliciesMax)
    }
    const record = { ...principal, attachedPolicies: [...attachedPolicies, arn] }
    const counted = countedUse(policyAt, policy, { attachmentCount: 1 })
    return { writes: [{ at, record }, ...counted], result: undefined }
  })
}

export function detachPolicy(iam: IamStore, at: GranteeAddress, arn: string): Promise<void> {
  const policyAt = policyAddressOf(arn)
  return iam.change([at, policyAt], ([principal, policy]) => {
    if (principal === undefined) throw noSuchPrincipal(at.kind, at.name)
    if (!principal.attachedPolicies.includes(arn)) throw noSuchPolicy(arn)
    const attachedPolicies = principal.attachedPolicies.filter((each) => each !== arn)
    const counted = countedUse(policyAt, policy, { attachmentCount: -1 })
    return {
      writes: [{ at, record: { ...principal, attachedPolicies } }, ...counted],
      result: undefined,
    }
  })
}

type Bounded = 'user' | 'role'

/** Replaces the boundary, or takes it away if none is given. */
export async function setBoundary(
  iam: IamStore,
  at: GranteeAddress<Bounded>,
  arn: string | undefined,
): Promise<void> {
  const newAt = boundaryAddressOf(arn)
  const oldArn = (await requirePrincipal(iam, at)).boundaryArn
  const oldAt = boundaryAddressOf(oldArn)
  const isDone = await iam.change([at, newAt, oldAt], ([principal, boundary, before]) => {
    if (principal === undefined) throw noSuchPrincipal(at.kind, at.name)
    requireBoundary(at.account, arn, boundary)
    if (principal.boundaryArn !== oldArn) return { writes: [], result: false }
    if (arn === oldArn) return { writes: [], result: true }
    const record = bounded(principal, arn)
    const counted = [
      ...countedUse(oldAt, before, { boundaryCount: -1 }),
      ...countedUse(newAt, boundary, { boundaryCount: 1 }),
    ]
    return { writes: [{ at, record }, ...counted], result: true }
  })
  // It was changed in the meantime.
  if (!isDone) await setBoundary(iam, at, arn)
}

function bounded(principal: IamUser | IamRole, arn: string | undefined): IamUser | IamRole {
  const { boundaryArn: _gone, ...rest } = principal
  return arn === undefined ? rest : { ...rest, boundaryArn: arn }
}
