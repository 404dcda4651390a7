/**
 * GetFederationToken: temporary credentials for somebody whom a user vouches for. They have the rights of
 * the user that the policies of the request allow too: none without a policy.
 */
import { operation } from '../operation.js'
import { identityOf, requireLongTermKey } from './calling-identity.js'
import { ownSessionSeconds } from './get-session-token.js'
import { issueSession } from './session-credentials.js'
import { readSessionPolicies, requireManagedPolicies } from './session-policies.js'
import { readSessionTags, withInherited } from './session-tags.js'

export const getFederationToken = operation('sts.GetFederationToken', {
  read(input, { caller }) {
    const by = identityOf(caller)
    requireLongTermKey(by, 'GetFederationToken')
    const { account } = by
    const arn = `arn:aws:sts::${account}:federated-user/${input.Name}`
    const asked = readSessionTags(input.Tags)
    return {
      asked,
      policies: readSessionPolicies(input),
      seconds: ownSessionSeconds(by.kind, input.DurationSeconds),
      identity: { ...by, kind: 'federated', arn, userId: `${account}:${input.Name}` } as const,
      sessionName: input.Name,
    }
  },

  access: (_ctx, { identity: { arn }, asked: { tags } }) => [
    { action: 'sts:GetFederationToken', resource: arn, tags },
    ...(tags.length === 0 ? [] : [{ action: 'sts:TagSession', resource: arn, tags } as const]),
  ],

  async run(ctx, { identity, policies, asked, seconds, sessionName }) {
    await requireManagedPolicies(ctx, identity.account, policies)
    const details = { ...policies, ...withInherited(asked, undefined), name: sessionName }
    const issued = issueSession(ctx, identity, { ...details, seconds })
    const user = { FederatedUserId: identity.userId, Arn: identity.arn }
    return { output: { ...issued, FederatedUser: user } }
  },
})
