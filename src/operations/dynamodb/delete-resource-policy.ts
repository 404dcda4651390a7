/** DeleteResourcePolicy: deletes the policy of a table or stream; one that has none is no error. */
import { targetArn } from '../../catalog/resource-policy-record.js'
import { operation } from '../operation.js'
import { readPolicyTarget } from './policies/policy-target.js'

export const deleteResourcePolicy = operation('dynamodb.DeleteResourcePolicy', {
  read: ({ ResourceArn, ExpectedRevisionId }, { caller }) => ({
    target: readPolicyTarget(caller, ResourceArn),
    expected: ExpectedRevisionId,
  }),

  access: (_ctx, { target }) => [
    { action: 'dynamodb:DeleteResourcePolicy', resource: targetArn(target) },
  ],

  async run(ctx, { target, expected }) {
    const revisionId = await ctx.resourcePolicies.delete(target, expected)
    return { output: revisionId === undefined ? {} : { RevisionId: revisionId } }
  },
})
