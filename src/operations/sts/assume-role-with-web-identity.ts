/**
 * AssumeRoleWithWebIdentity: temporary credentials with the rights of a role, for somebody whom an identity
 * provider vouches for. The request is not signed: the token says who calls.
 */
import { parseWebToken } from '../../iam/json-web-token.js'
import { accessDenied, validation, type ServiceError } from '../../model/errors.js'
import { operation, type OperationContext } from '../operation.js'
import { findRole, readRoleArn, roleSessionIdentity, sessionSeconds } from './requested-role.js'
import { issueSession } from './session-credentials.js'
import { readSessionPolicies, requireManagedPolicies } from './session-policies.js'
import { withInherited } from './session-tags.js'
import { trustsWebIdentity, type TrustQuestion } from './trust.js'
import { sourceIdentityIn, tagsIn } from './web-identity-tags.js'
import { invalidToken, requireWebIdentity, type WebIdentity } from './web-identity.js'

const action = 'sts:AssumeRoleWithWebIdentity'

export const assumeRoleWithWebIdentity = operation('sts.AssumeRoleWithWebIdentity', {
  read(input) {
    const role = readRoleArn(input.RoleArn)
    // AWS: for providers whose tokens are not OpenID Connect's.
    if (input.ProviderId !== undefined) throw validation('ProviderId is not supported.')
    const token = parseWebToken(input.WebIdentityToken)
    if (token === undefined) {
      throw invalidToken(
        'The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)',
      )
    }
    return { role, token, policies: readSessionPolicies(input), input }
  },

  // There is no caller whose rights could be looked up.
  access: () => [],

  async run(ctx, { role: requested, token, policies, input }) {
    const web = await requireWebIdentity(ctx, requested.account, token)
    const role = await findRole(ctx, requested)
    if (role === undefined) throw notTrusted()
    const asked = tagsIn(token)
    const sourceIdentity = sourceIdentityIn(token)
    requireEveryTrust(ctx, web, {
      role,
      tags: asked.tags,
      keys: {
        ...inLowerCase(web.keys),
        'sts:rolesessionname': input.RoleSessionName,
        'sts:durationseconds': input.DurationSeconds?.toString(),
        'sts:sourceidentity': sourceIdentity,
        'sts:transitivetagkeys': asked.transitiveKeys,
      },
    })
    const seconds = sessionSeconds(input.DurationSeconds, role)
    await requireManagedPolicies(ctx, role.account, policies)
    const identity = roleSessionIdentity(role, input.RoleSessionName)
    const issued = issueSession(ctx, identity, {
      name: input.RoleSessionName,
      ...policies,
      ...withInherited(asked, undefined),
      ...(sourceIdentity === undefined ? {} : { sourceIdentity }),
      webIdentity: web.keys,
      seconds,
    })
    return { output: { ...issued, ...answerOf(web, identity), SourceIdentity: sourceIdentity } }
  },
})

function requireEveryTrust(
  ctx: OperationContext,
  { providerArn }: WebIdentity,
  asked: Omit<TrustQuestion, 'action'>,
): void {
  const actions = [
    action,
    ...(asked.tags.length === 0 ? [] : (['sts:TagSession'] as const)),
    ...(asked.keys['sts:sourceidentity'] === undefined ? [] : (['sts:SetSourceIdentity'] as const)),
  ] as const
  for (const each of actions) {
    if (!trustsWebIdentity(ctx, providerArn, { ...asked, action: each })) throw notTrusted(each)
  }
}

function answerOf(
  { subject, audience, providerArn }: WebIdentity,
  { userId, arn }: { readonly userId: string; readonly arn: string },
) {
  return {
    SubjectFromWebIdentityToken: subject,
    Audience: audience,
    Provider: providerArn,
    AssumedRoleUser: { AssumedRoleId: userId, Arn: arn },
  }
}

/** AWS: the same for a role that does not exist. */
function notTrusted(missing: string = action): ServiceError {
  return accessDenied(`Not authorized to perform ${missing}`)
}

function inLowerCase(keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(keys).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
