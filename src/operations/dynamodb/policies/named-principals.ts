/**
 * Refuses a policy that names users or roles that do not exist. AWS: somebody who is created later under that
 * name must not find rights waiting. Any account is taken to exist, and without IAM mode so is everybody.
 */
import type { IamAddress } from '../../../iam/iam-store.js'
import { roleArn, userArn } from '../../../iam/identities.js'
import { invalidPrincipal } from '../../../catalog/rules/resource-policy.js'
import type { Policy } from '../../../policies/policy.js'
import type { OperationContext } from '../../operation.js'

const named = /^arn:[\w-]+:iam::(\d{12}):(user|role)\/(?:.*\/)?([^/]+)$/
/** AWS: without the role's path. */
const session = /^arn:[\w-]+:sts::(\d{12}):assumed-role\/([^/]+)\/[^/]+$/

type Wanted = IamAddress & { readonly kind: 'user' | 'role'; readonly arn?: string }

export async function requireNamedPrincipals(
  { caller, iam }: OperationContext,
  { statements }: Policy,
): Promise<void> {
  if (caller.identity === undefined) return
  const arns = new Set(statements.flatMap(({ principals }) => principals?.list.arns ?? []))
  const wanted = [...arns].flatMap(wantedBy)
  const found = await iam.findAll(
    wanted.map(({ kind, account, name }) => ({ kind, account, name })),
  )
  for (const [i, { kind, arn }] of wanted.entries()) {
    const principal = found[i]
    if (principal === undefined) throw invalidPrincipal()
    const own = kind === 'user' ? userArn(principal) : roleArn(principal)
    if (arn !== undefined && arn !== own) throw invalidPrincipal()
  }
}

/** Nothing is known of federated sessions: whoever makes one chooses its name. */
function wantedBy(arn: string): readonly Wanted[] {
  const [, account, kind, name] = named.exec(arn) ?? []
  if (account !== undefined && name !== undefined) {
    return [{ kind: kind === 'user' ? 'user' : 'role', account, name, arn }]
  }
  const [, ofAccount, role] = session.exec(arn) ?? []
  if (ofAccount === undefined || role === undefined) return []
  return [{ kind: 'role', account: ofAccount, name: role }]
}
