/** Principals as callers, and where the records of a caller's principal are. */
import type { Identity } from '../model/caller.js'
import { rootName, type IamRole, type IamUser } from './entities.js'

export function rootIdentity(account: string): Identity {
  const arn = rootArn(account)
  return { kind: 'root', account, arn, principalArn: arn, userId: account }
}

export function userIdentity(user: IamUser): Identity {
  const { account, name, id } = user
  const arn = userArn(user)
  return { kind: 'user', account, arn, principalArn: arn, userId: id, principalId: id, name }
}

export function rootArn(account: string): string {
  return `arn:aws:iam::${account}:${rootName}`
}

export function userArn({
  account,
  path,
  name,
}: Pick<IamUser, 'account' | 'path' | 'name'>): string {
  return `arn:aws:iam::${account}:user${path}${name}`
}

export function roleArn({
  account,
  path,
  name,
}: Pick<IamRole, 'account' | 'path' | 'name'>): string {
  return `arn:aws:iam::${account}:role${path}${name}`
}

/** AWS: the user id of a role's session is the role's id and the session's name. */
export function principalIdOf({ principalId, userId }: Identity): string | undefined {
  return principalId ?? userId.split(':')[0]
}

export interface PrincipalAddress {
  readonly kind: 'user' | 'role'
  readonly account: string
  readonly name: string
}

const principalPattern = /^arn:aws:iam::(\d{12}):(user|role)\/(?:.*\/)?([^/]+)$/

/** Of the user or role whose policies count. The root needs none; undefined is nobody. */
export function principalAddress(identity: Identity): PrincipalAddress | 'root' | undefined {
  const { account, principalArn } = identity
  if (principalArn === rootArn(account)) return 'root'
  const match = principalPattern.exec(principalArn)
  if (match === null || match[1] !== account) return undefined
  return { kind: match[2] as 'user' | 'role', account, name: match[3]! }
}
