/** AssumeRole: temporary credentials with the rights of a role, for whom its trust policy names. */
import type { AssumeRoleRequest } from '../../api/generated/sts-types.js'
import type { IamRole } from '../../iam/entities.js'
import type { Identity } from '../../model/caller.js'
import { accessDenied, validation } from '../../model/errors.js'
import { chainedSessionSecondsMax } from '../../model/limits.js'
import { operation, type OperationContext } from '../operation.js'
import { identityOf } from './calling-identity.js'
import { findRole, readRoleArn, roleSessionIdentity, sessionSeconds } from './requested-role.js'
import { refuseSecondFactor } from './second-factor.js'
import { issueSession, type SessionDetails } from './session-credentials.js'
import { readSessionPolicies, requireManagedPolicies } from './session-policies.js'
import { readSessionTags, withInherited } from './session-tags.js'
import { notAuthorized, requireTrust } from './trust.js'

export const assumeRole = operation('sts.AssumeRole', {
  read(input, { caller }) {
    const by = identityOf(caller)
    const role = readRoleArn(input.RoleArn)
    refuseSecondFactor(input)
    if (input.ProvidedContexts?.length) throw validation('ProvidedContexts are not supported.')
    // AWS: a role's session that another session made lasts an hour at most.
    if (by.session !== undefined && (input.DurationSeconds ?? 0) > chainedSessionSecondsMax) {
      throw validation(
        'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.',
      )
    }
    const tags = withInherited(readSessionTags(input.Tags, input.TransitiveTagKeys), by.session)
    // AWS: goes on from session to session.
    const sourceIdentity = by.session?.sourceIdentity ?? input.SourceIdentity
    const details: SessionDetails = {
      name: input.RoleSessionName,
      ...readSessionPolicies(input),
      ...tags,
      ...(sourceIdentity === undefined ? {} : { sourceIdentity }),
    }
    return { by, isTrusted: caller.identity === undefined, role, input, details }
  },

  // The role's trust policy has a say, so the operation decides itself.
  access: () => [],

  async run(ctx, { by, isTrusted, role: requested, input, details }) {
    if (!isTrusted && by.kind === 'root') {
      throw accessDenied('Roles may not be assumed by root accounts.')
    }
    // AWS: federated sessions may call nothing of STS but GetCallerIdentity.
    const role = by.kind === 'federated' ? undefined : await findRole(ctx, requested)
    if (role === undefined) throw notAuthorized(by, 'sts:AssumeRole', requested.arn)
    if (!isTrusted) await requireEveryTrust(ctx, { by, role, input, details })
    const seconds = sessionSeconds(input.DurationSeconds, role)
    await requireManagedPolicies(ctx, role.account, details)
    const identity = roleSessionIdentity(role, input.RoleSessionName)
    const { arn: Arn, userId: AssumedRoleId } = identity
    const { sourceIdentity } = details
    const issued = issueSession(ctx, identity, { ...details, seconds })
    return {
      output: {
        ...issued,
        AssumedRoleUser: { AssumedRoleId, Arn },
        ...(sourceIdentity === undefined ? {} : { SourceIdentity: sourceIdentity }),
      },
    }
  },
})

interface Asked {
  readonly by: Identity
  readonly role: IamRole
  readonly input: AssumeRoleRequest
  readonly details: SessionDetails
}

/** AWS: tags and a source identity are rights of their own. */
async function requireEveryTrust(
  ctx: OperationContext,
  { by, role, input, details }: Asked,
): Promise<void> {
  const { tags = [], transitiveTagKeys, sourceIdentity } = details
  const asked = {
    role,
    tags,
    keys: {
      'sts:rolesessionname': input.RoleSessionName,
      'sts:externalid': input.ExternalId,
      'sts:sourceidentity': sourceIdentity,
      'sts:durationseconds': input.DurationSeconds?.toString(),
      'sts:transitivetagkeys': transitiveTagKeys,
    },
  }
  await requireTrust(ctx, by, { ...asked, action: 'sts:AssumeRole' })
  if (tags.length > 0) await requireTrust(ctx, by, { ...asked, action: 'sts:TagSession' })
  if (sourceIdentity !== undefined) {
    await requireTrust(ctx, by, { ...asked, action: 'sts:SetSourceIdentity' })
  }
}
