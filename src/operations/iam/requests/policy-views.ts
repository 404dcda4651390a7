/** The managed policies that a caller sees. */
import { requireOwnPolicy } from '../../../iam/customer-policies.js'
import { findManagedPolicy, managedPolicies } from '../../../iam/managed-policies.js'
import { noUses, usesOfPolicies } from '../../../iam/policy-holders.js'
import type { OperationContext } from '../../operation.js'
import { viewOfAws, viewOfOwn, type PolicyView } from '../shapes/policies.js'

export async function requirePolicyView(
  { iam, caller: { account } }: OperationContext,
  arn: string,
): Promise<PolicyView> {
  const aws = findManagedPolicy(arn)
  if (aws === undefined) return viewOfOwn(await requireOwnPolicy(iam, account, arn))
  const uses = await usesOfPolicies(iam, account)
  return viewOfAws(aws, uses.get(arn) ?? noUses)
}

export async function awsPolicyViews({
  iam,
  caller: { account },
}: OperationContext): Promise<readonly PolicyView[]> {
  const uses = await usesOfPolicies(iam, account)
  return managedPolicies().map((policy) => viewOfAws(policy, uses.get(policy.arn) ?? noUses))
}
