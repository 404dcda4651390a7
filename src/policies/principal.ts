/** Who calls, as policies name callers, and which principals a statement of a resource's policy means. */

export type Principal =
  /** An account itself. */
  | { readonly kind: 'root'; readonly account: string }
  | { readonly kind: 'user'; readonly account: string; readonly arn: string }
  /** A session of a role. */
  | {
      readonly kind: 'role'
      readonly account: string
      /** With the role's path. */
      readonly arn: string
      readonly sessionArn: string
    }
  /** A session that a user made for somebody else. */
  | {
      readonly kind: 'federated'
      readonly account: string
      readonly userArn: string
      readonly sessionArn: string
    }
  | { readonly kind: 'service'; readonly name: string }
  /** Somebody for whom an identity provider speaks, and who has no role yet. */
  | { readonly kind: 'web-identity'; readonly provider: string }
  | { readonly kind: 'anonymous' }

/** The principals of a statement, by kind; `*` stands for everyone. */
export interface PrincipalList {
  readonly everyone: boolean
  readonly accounts: readonly string[]
  readonly arns: readonly string[]
  readonly services: readonly string[]
  readonly federated: readonly string[]
}

/**
 * How directly a list means a principal. AWS: that decides which other policies have to agree
 * (`evaluate.ts`).
 */
export type PrincipalMatch = 'none' | 'account' | 'role' | 'itself' | 'everyone'

export function matchOf(list: PrincipalList, principal: Principal): PrincipalMatch {
  const named = directMatch(list, principal)
  if (named !== 'none') return named
  // Who has no credentials yet has to be meant by the name of its provider.
  if (principal.kind === 'web-identity') return 'none'
  if (list.everyone) return 'everyone'
  const { account } = principal as { readonly account?: string }
  return account !== undefined && list.accounts.includes(account) ? 'account' : 'none'
}

function directMatch(list: PrincipalList, principal: Principal): PrincipalMatch {
  const { arns, services, federated } = list
  switch (principal.kind) {
    case 'user':
      return arns.includes(principal.arn) ? 'itself' : 'none'
    case 'role':
      if (arns.includes(principal.sessionArn)) return 'itself'
      return arns.includes(principal.arn) ? 'role' : 'none'
    case 'federated':
      if (arns.includes(principal.sessionArn)) return 'itself'
      return arns.includes(principal.userArn) ? 'role' : 'none'
    case 'service':
      return services.includes(principal.name) ? 'itself' : 'none'
    case 'web-identity':
      return federated.includes(principal.provider) ? 'itself' : 'none'
    case 'root':
    case 'anonymous':
      return 'none'
  }
}

/**
 * Whether a list of exceptions leaves a principal out. AWS: an account in the list does not except its
 * users, and a session is excepted only if its role is listed as well; both need the account.
 */
export function isExcepted(list: PrincipalList, principal: Principal): boolean {
  if (list.everyone) return true
  const { arns, accounts, services } = list
  switch (principal.kind) {
    case 'root':
      return accounts.includes(principal.account)
    case 'user':
      return accounts.includes(principal.account) && arns.includes(principal.arn)
    case 'role':
      return (
        accounts.includes(principal.account) &&
        arns.includes(principal.arn) &&
        arns.includes(principal.sessionArn)
      )
    case 'federated':
      return accounts.includes(principal.account) && arns.includes(principal.sessionArn)
    case 'service':
      return services.includes(principal.name)
    case 'web-identity':
      return list.federated.includes(principal.provider)
    case 'anonymous':
      return false
  }
}

const principalArn =
  /^arn:[\w-]+:(iam|sts)::(\d{12}):(?:(root)|(user|role|assumed-role|federated-user)\/(.+))$/

/** Undefined if the text is not the ARN of a principal. A role without a session has a nameless one. */
export function principalOfArn(arn: string): Principal | undefined {
  const match = principalArn.exec(arn)
  if (match === null) return undefined
  const [, , account = '', root, kind, name = ''] = match
  if (root !== undefined) return { kind: 'root', account }
  if (kind === 'user') return { kind: 'user', account, arn }
  if (kind === 'federated-user') return { kind: 'federated', account, userArn: '', sessionArn: arn }
  if (kind === 'role') return { kind: 'role', account, arn, sessionArn: '' }
  const role = name.slice(0, name.lastIndexOf('/'))
  return { kind: 'role', account, arn: `arn:aws:iam::${account}:role/${role}`, sessionArn: arn }
}
