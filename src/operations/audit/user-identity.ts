/** Who called, as CloudTrail shows it. */
import type { Caller, Identity } from '../../model/caller.js'

export type UserIdentity = Readonly<Record<string, unknown>>

const types = { root: 'Root', user: 'IAMUser', role: 'AssumedRole', federated: 'FederatedUser' }

export function shownIdentity(caller: Caller): UserIdentity {
  const { identity, accessKeyId, account } = caller
  if (identity !== undefined) return identityOf(identity, accessKeyId)
  // An operation that is not signed.
  if (accessKeyId === '' && account === '') return { type: 'WebIdentityUser' }
  // Any credentials are accepted, and all of them are roots.
  const arn = `arn:aws:iam::${account}:root`
  return { type: 'Root', principalId: account, arn, accountId: account, accessKeyId }
}

function identityOf(identity: Identity, accessKeyId: string): UserIdentity {
  const { kind, userId, arn, account, name } = identity
  return {
    type: types[kind],
    principalId: userId,
    arn,
    accountId: account,
    accessKeyId,
    ...(kind === 'user' ? { userName: name } : {}),
    ...(identity.session === undefined ? {} : { sessionContext: sessionContext(identity) }),
  }
}

function sessionContext(identity: Identity): unknown {
  const { kind, principalArn, account, name, userId, session } = identity
  const issuer = {
    type: kind === 'role' ? 'Role' : 'IAMUser',
    principalId: userId.split(':')[0],
    arn: principalArn,
    accountId: account,
    userName: name,
  }
  return {
    ...(kind === 'role' || kind === 'federated' ? { sessionIssuer: issuer } : {}),
    attributes: { creationDate: eventTime(session!.issuedAtMs), mfaAuthenticated: 'false' },
    ...(session!.sourceIdentity === undefined ? {} : { sourceIdentity: session!.sourceIdentity }),
  }
}

/** Who tried to call, and could not prove it: nothing is known but what was claimed. */
export function unknownIdentity(accessKeyId: string | undefined): UserIdentity {
  return accessKeyId === undefined ? { type: 'Unknown' } : { type: 'Unknown', accessKeyId }
}

/** In whole seconds. */
export function eventTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z')
}
