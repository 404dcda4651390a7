/** Who uses managed policies, found by looking at every principal of an account. */
import type { IamGroup, IamRole, IamUser } from './entities.js'
import type { IamStore } from './iam-store.js'
import type { PrincipalKind } from './refusals.js'

export type Grantee = IamUser | IamGroup | IamRole

export interface Holder {
  readonly kind: PrincipalKind
  readonly principal: Grantee
}

const kinds = ['group', 'role', 'user'] as const

/** All principals by kind, in the order of names; after one if it is given. */
export async function* allGrantees(
  iam: IamStore,
  account: string,
  after?: { readonly kind: PrincipalKind; readonly name: string },
): AsyncGenerator<Holder> {
  for (const kind of kinds) {
    if (after !== undefined && kind < after.kind) continue
    const afterName = kind === after?.kind ? after.name : undefined
    for await (const principal of iam.walk(kind, account, afterName)) yield { kind, principal }
  }
}

export function boundaryOf(principal: Grantee): string | undefined {
  return 'boundaryArn' in principal ? principal.boundaryArn : undefined
}

export interface PolicyUses {
  readonly attachments: number
  readonly boundaries: number
}

export const noUses: PolicyUses = { attachments: 0, boundaries: 0 }

/** By ARN; policies that nobody uses are left out. */
export async function usesOfPolicies(
  iam: IamStore,
  account: string,
): Promise<ReadonlyMap<string, PolicyUses>> {
  const uses = new Map<string, PolicyUses>()
  const add = (arn: string, { attachments, boundaries }: PolicyUses) => {
    const before = uses.get(arn) ?? noUses
    uses.set(arn, {
      attachments: before.attachments + attachments,
      boundaries: before.boundaries + boundaries,
    })
  }
  for await (const { principal } of allGrantees(iam, account)) {
    for (const arn of principal.attachedPolicies) add(arn, { attachments: 1, boundaries: 0 })
    const boundary = boundaryOf(principal)
    if (boundary !== undefined) add(boundary, { attachments: 0, boundaries: 1 })
  }
  return uses
}
