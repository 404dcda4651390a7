/** The principals that requests name, in the caller's account. */
import { groupAt } from '../../../iam/groups.js'
import { requireIamName } from '../../../iam/names.js'
import type { GranteeAddress } from '../../../iam/principals.js'
import { userNameNeeded } from '../../../iam/refusals.js'
import { roleAt } from '../../../iam/roles.js'
import type { KeyHolder } from '../../../iam/user-keys.js'
import { userAt } from '../../../iam/users.js'
import type { RequestContext } from '../../operation.js'

export function userNamed({ caller }: RequestContext, name: string): GranteeAddress<'user'> {
  return userAt(caller.account, requireIamName('userName', name))
}

export function groupNamed({ caller }: RequestContext, name: string): GranteeAddress<'group'> {
  return groupAt(caller.account, requireIamName('groupName', name))
}

export function roleNamed({ caller }: RequestContext, name: string): GranteeAddress<'role'> {
  return roleAt(caller.account, requireIamName('roleName', name))
}

/** Whose access keys are meant. AWS: those of the caller if the request names nobody. */
export function keyHolder(ctx: RequestContext, name: string | undefined): KeyHolder {
  const { account } = ctx.caller
  return { account, userName: name === undefined ? ownName(ctx) : userNamed(ctx, name).name }
}

/** The name of the user who calls; undefined for the root of an account. */
export function ownName({ caller: { identity } }: RequestContext): string | undefined {
  if (identity === undefined || identity.kind === 'root') return undefined
  if (identity.kind !== 'user') throw userNameNeeded()
  return identity.name
}
