/** PutResourcePolicy: gives a table or stream a policy, or another one. */
import { targetArn } from '../../catalog/resource-policy-record.js'
import { checkedResourcePolicy } from '../../catalog/rules/resource-policy.js'
import { operation } from '../operation.js'
import { refuseLockOut } from './policies/lock-out.js'
import { requireNamedPrincipals } from './policies/named-principals.js'
import { readPolicyTarget } from './policies/policy-target.js'

export const putResourcePolicy = operation('dynamodb.PutResourcePolicy', {
  read(input, { caller }) {
    const target = readPolicyTarget(caller, input.ResourceArn)
    const owner = target.streamLabel === undefined ? 'table' : 'stream'
    return {
      target,
      checked: checkedResourcePolicy(input.Policy, owner),
      expected: input.ExpectedRevisionId,
      mayLockOut: input.ConfirmRemoveSelfResourceAccess === true,
    }
  },

  access: (_ctx, { target }) => [
    { action: 'dynamodb:PutResourcePolicy', resource: targetArn(target) },
  ],

  async run(ctx, { target, checked, expected, mayLockOut }) {
    await requireNamedPrincipals(ctx, checked.policy)
    if (!mayLockOut) await refuseLockOut(ctx, targetArn(target), checked.policy)
    const revisionId = await ctx.resourcePolicies.put(target, checked, expected)
    return { output: { RevisionId: revisionId } }
  },
})
