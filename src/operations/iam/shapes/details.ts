/** Principals with all of their policies, as GetAccountAuthorizationDetails shows them. */
import type {
  GroupDetail,
  PolicyDetail,
  RoleDetail,
  UserDetail,
} from '../../../api/generated/iam-types.js'
import type { IamGroup, IamRole, IamUser } from '../../../iam/entities.js'
import { describeAttached } from '../requests/policy-lists.js'
import { encodedDocument } from './documents.js'
import { describeGroup, describeNewRole, describeUser } from './principals.js'

type Grants = Pick<IamGroup, 'inlinePolicies' | 'attachedPolicies'>

export function detailUser(user: IamUser): UserDetail {
  return {
    ...describeUser(user),
    ...attachedOf(user),
    GroupList: user.groups,
    UserPolicyList: inlineOf(user),
  }
}

export function detailGroup(group: IamGroup): GroupDetail {
  return { ...describeGroup(group), ...attachedOf(group), GroupPolicyList: inlineOf(group) }
}

export function detailRole(role: IamRole): RoleDetail {
  return {
    ...describeNewRole(role),
    ...attachedOf(role),
    RolePolicyList: inlineOf(role),
    InstanceProfileList: [],
    RoleLastUsed: {},
  }
}

function attachedOf({ attachedPolicies }: Grants) {
  return { AttachedManagedPolicies: attachedPolicies.map(describeAttached) }
}

function inlineOf({ inlinePolicies }: Grants): readonly PolicyDetail[] {
  return Object.entries(inlinePolicies).map(([name, document]) => ({
    PolicyName: name,
    PolicyDocument: encodedDocument(document),
  }))
}
