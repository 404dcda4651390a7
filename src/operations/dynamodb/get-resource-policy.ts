/** GetResourcePolicy: the policy of a table or stream. AWS shows a change after one to three seconds; here at once. */
import { targetArn } from '../../catalog/resource-policy-record.js'
import { policyNotFound } from '../../catalog/rules/policy-revision.js'
import { operation } from '../operation.js'
import { readPolicyTarget } from './policies/policy-target.js'

export const getResourcePolicy = operation('dynamodb.GetResourcePolicy', {
  read: ({ ResourceArn }, { caller }) => readPolicyTarget(caller, ResourceArn),

  access: (_ctx, target) => [{ action: 'dynamodb:GetResourcePolicy', resource: targetArn(target) }],

  async run(ctx, target) {
    const record = await ctx.resourcePolicies.find(target)
    if (record === undefined) throw policyNotFound(targetArn(target))
    return { output: { Policy: record.document, RevisionId: record.revisionId } }
  },
})
