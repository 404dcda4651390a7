/** GetAccountAuthorizationDetails: all principals and policies of the account, with everything they say. */
import type {
  EntityType,
  GetAccountAuthorizationDetailsResponse,
} from '../../api/generated/iam-types.js'
import type { IamGroup, IamRole, IamUser } from '../../iam/entities.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { pageOf, readListRequest, type ListSource } from './requests/paging.js'
import { awsPolicyViews } from './requests/policy-views.js'
import { detailGroup, detailRole, detailUser } from './shapes/details.js'
import { detailPolicy, viewOfOwn, type PolicyView } from './shapes/policies.js'

type Detail =
  | { readonly kind: 'User'; readonly entity: IamUser }
  | { readonly kind: 'Group'; readonly entity: IamGroup }
  | { readonly kind: 'Role'; readonly entity: IamRole }
  | { readonly kind: 'LocalManagedPolicy' | 'AWSManagedPolicy'; readonly entity: PolicyView }

/** In the order of an answer's pages. */
const kinds = ['User', 'Group', 'Role', 'LocalManagedPolicy', 'AWSManagedPolicy'] as const

export const getAccountAuthorizationDetails = operation('iam.GetAccountAuthorizationDetails', {
  read(input, ctx) {
    const { Filter = [] } = input
    const wanted = Filter.length === 0 ? kinds : kinds.filter((kind) => Filter.includes(kind))
    return { wanted, page: readListRequest(ctx, 'GetAccountAuthorizationDetails', input) }
  },

  access: () => [onAnything('iam:GetAccountAuthorizationDetails')],

  async run(ctx, { wanted, page }) {
    const { entries, end } = await pageOf(ctx, page, detailsOf(ctx, wanted), keyOf)
    return { output: { ...describeDetails(entries), ...end } }
  },
})

function keyOf({ kind, entity }: Detail): string {
  return `${kind} ${entity.name}`
}

function detailsOf(ctx: OperationContext, wanted: readonly EntityType[]): ListSource<Detail> {
  return async function* (after) {
    const [start, name] = after?.split(' ') ?? []
    const first = start === undefined ? 0 : kinds.indexOf(start as EntityType)
    for (const kind of kinds.slice(first)) {
      if (wanted.includes(kind)) yield* entitiesOf(ctx, kind, kind === start ? name : undefined)
    }
  }
}

async function* entitiesOf(
  ctx: OperationContext,
  kind: EntityType,
  after: string | undefined,
): AsyncGenerator<Detail> {
  const { iam, caller } = ctx
  switch (kind) {
    case 'User':
      for await (const entity of iam.walk('user', caller.account, after)) yield { kind, entity }
      return
    case 'Group':
      for await (const entity of iam.walk('group', caller.account, after)) yield { kind, entity }
      return
    case 'Role':
      for await (const entity of iam.walk('role', caller.account, after)) yield { kind, entity }
      return
    case 'LocalManagedPolicy':
      for await (const policy of iam.walk('policy', caller.account, after)) {
        yield { kind, entity: viewOfOwn(policy) }
      }
      return
    case 'AWSManagedPolicy':
      // AWS: only those that are used.
      for (const entity of await awsPolicyViews(ctx)) {
        const isUsed = entity.attachments + entity.boundaries > 0
        if (isUsed && (after === undefined || entity.name > after)) yield { kind, entity }
      }
  }
}

function describeDetails(details: readonly Detail[]): GetAccountAuthorizationDetailsResponse {
  const isPolicy = (kind: EntityType) =>
    kind === 'LocalManagedPolicy' || kind === 'AWSManagedPolicy'
  return {
    UserDetailList: details.flatMap(({ kind, entity }) =>
      kind === 'User' ? [detailUser(entity)] : [],
    ),
    GroupDetailList: details.flatMap(({ kind, entity }) =>
      kind === 'Group' ? [detailGroup(entity)] : [],
    ),
    RoleDetailList: details.flatMap(({ kind, entity }) =>
      kind === 'Role' ? [detailRole(entity)] : [],
    ),
    Policies: details.flatMap(({ kind, entity }) =>
      isPolicy(kind) ? [detailPolicy(entity as PolicyView)] : [],
    ),
  }
}
