/** Who calls STS. Where any credentials are accepted, every key is the root of its account. */
import { rootIdentity } from '../../iam/identities.js'
import type { Caller, Identity } from '../../model/caller.js'
import { accessDenied } from '../../model/errors.js'

export function identityOf({ identity, account }: Caller): Identity {
  return identity ?? rootIdentity(account)
}

/** AWS: only long-term keys can ask for a session of their own. */
export function requireLongTermKey({ session }: Identity, operationName: string): void {
  if (session === undefined) return
  throw accessDenied(`Cannot call ${operationName} with session credentials`)
}
