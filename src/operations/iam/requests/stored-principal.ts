/** The principals of a store by their ARNs: roots, users, roles and sessions of roles. */
import type { IamRole } from '../../../iam/entities.js'
import type { IamStore } from '../../../iam/iam-store.js'
import { roleArn, rootIdentity, userArn, userIdentity } from '../../../iam/identities.js'
import type { Identity } from '../../../model/caller.js'
import { principalOfArn } from '../../../policies/principal.js'
import { roleSessionIdentity } from '../../sts/requested-role.js'

/** Undefined if there is no such principal. */
export async function findStoredIdentity(
  iam: IamStore,
  arn: string,
): Promise<Identity | undefined> {
  const named = principalOfArn(arn)
  if (named?.kind === 'root') return rootIdentity(named.account)
  if (named?.kind === 'user') {
    const { account } = named
    const user = await iam.find({ kind: 'user', account, name: lastPart(arn) })
    return user && userArn(user) === arn ? userIdentity(user) : undefined
  }
  if (named?.kind !== 'role') return undefined
  const role = await findRoleOf(iam, named.account, arn)
  if (role === undefined) return undefined
  return roleSessionIdentity(role, named.sessionArn === '' ? 'session' : lastPart(arn))
}

/** Of its own ARN, or of that of a session, which has no path. */
async function findRoleOf(
  iam: IamStore,
  account: string,
  arn: string,
): Promise<IamRole | undefined> {
  if (/:role\//.test(arn)) return findStoredRole(iam, arn)
  const name = arn.split('/')[1] ?? ''
  return iam.find({ kind: 'role', account, name })
}

/** By the ARN of a role. */
export async function findStoredRole(iam: IamStore, arn: string): Promise<IamRole | undefined> {
  const [, account] = /^arn:aws:iam::(\d{12}):role\//.exec(arn) ?? []
  if (account === undefined) return undefined
  const role = await iam.find({ kind: 'role', account, name: lastPart(arn) })
  return role && roleArn(role) === arn ? role : undefined
}

function lastPart(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1)
}
