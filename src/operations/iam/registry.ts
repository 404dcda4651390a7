/** IAM's operations, loaded together when the first of them is called: most servers never are. */
import type { Operation } from '../operation.js'
import { addUserToGroup } from './add-user-to-group.js'
import { attachGroupPolicy } from './attach-group-policy.js'
import { attachRolePolicy } from './attach-role-policy.js'
import { attachUserPolicy } from './attach-user-policy.js'
import { createAccessKey } from './create-access-key.js'
import { createGroup } from './create-group.js'
import { createOpenIDConnectProvider } from './create-open-idconnect-provider.js'
import { createPolicyVersion } from './create-policy-version.js'
import { createPolicy } from './create-policy.js'
import { createRole } from './create-role.js'
import { createUser } from './create-user.js'
import { deleteAccessKey } from './delete-access-key.js'
import { deleteGroupPolicy } from './delete-group-policy.js'
import { deleteGroup } from './delete-group.js'
import { deleteOpenIDConnectProvider } from './delete-open-idconnect-provider.js'
import { deletePolicyVersion } from './delete-policy-version.js'
import { deletePolicy } from './delete-policy.js'
import { deleteRolePermissionsBoundary } from './delete-role-permissions-boundary.js'
import { deleteRolePolicy } from './delete-role-policy.js'
import { deleteRole } from './delete-role.js'
import { deleteUserPermissionsBoundary } from './delete-user-permissions-boundary.js'
import { deleteUserPolicy } from './delete-user-policy.js'
import { deleteUser } from './delete-user.js'
import { detachGroupPolicy } from './detach-group-policy.js'
import { detachRolePolicy } from './detach-role-policy.js'
import { detachUserPolicy } from './detach-user-policy.js'
import { getAccessKeyLastUsed } from './get-access-key-last-used.js'
import { getAccountAuthorizationDetails } from './get-account-authorization-details.js'
import { getAccountSummary } from './get-account-summary.js'
import { getGroupPolicy } from './get-group-policy.js'
import { getGroup } from './get-group.js'
import { getOpenIDConnectProvider } from './get-open-idconnect-provider.js'
import { getPolicyVersion } from './get-policy-version.js'
import { getPolicy } from './get-policy.js'
import { getRolePolicy } from './get-role-policy.js'
import { getRole } from './get-role.js'
import { getUserPolicy } from './get-user-policy.js'
import { getUser } from './get-user.js'
import { listAccessKeys } from './list-access-keys.js'
import { listAccountAliases } from './list-account-aliases.js'
import { listAttachedGroupPolicies } from './list-attached-group-policies.js'
import { listAttachedRolePolicies } from './list-attached-role-policies.js'
import { listAttachedUserPolicies } from './list-attached-user-policies.js'
import { listEntitiesForPolicy } from './list-entities-for-policy.js'
import { listGroupPolicies } from './list-group-policies.js'
import { listGroupsForUser } from './list-groups-for-user.js'
import { listGroups } from './list-groups.js'
import { listInstanceProfilesForRole } from './list-instance-profiles-for-role.js'
import { listOpenIDConnectProviders } from './list-open-idconnect-providers.js'
import { listPolicies } from './list-policies.js'
import { listPolicyTags } from './list-policy-tags.js'
import { listPolicyVersions } from './list-policy-versions.js'
import { listRolePolicies } from './list-role-policies.js'
import { listRoleTags } from './list-role-tags.js'
import { listRoles } from './list-roles.js'
import { listUserPolicies } from './list-user-policies.js'
import { listUserTags } from './list-user-tags.js'
import { listUsers } from './list-users.js'
import { putGroupPolicy } from './put-group-policy.js'
import { putRolePermissionsBoundary } from './put-role-permissions-boundary.js'
import { putRolePolicy } from './put-role-policy.js'
import { putUserPermissionsBoundary } from './put-user-permissions-boundary.js'
import { putUserPolicy } from './put-user-policy.js'
import { removeUserFromGroup } from './remove-user-from-group.js'
import { setDefaultPolicyVersion } from './set-default-policy-version.js'
import { simulateCustomPolicy } from './simulate-custom-policy.js'
import { simulatePrincipalPolicy } from './simulate-principal-policy.js'
import { tagPolicy } from './tag-policy.js'
import { tagRole } from './tag-role.js'
import { tagUser } from './tag-user.js'
import { untagPolicy } from './untag-policy.js'
import { untagRole } from './untag-role.js'
import { untagUser } from './untag-user.js'
import { updateAccessKey } from './update-access-key.js'
import { updateAssumeRolePolicy } from './update-assume-role-policy.js'
import { updateGroup } from './update-group.js'
import { updateRoleDescription } from './update-role-description.js'
import { updateRole } from './update-role.js'
import { updateUser } from './update-user.js'

/** In any order: each knows its name. */
export const iamOperations: readonly Operation[] = [
  addUserToGroup,
  attachGroupPolicy,
  attachRolePolicy,
  attachUserPolicy,
  createAccessKey,
  createGroup,
  createOpenIDConnectProvider,
  createPolicyVersion,
  createPolicy,
  createRole,
  createUser,
  deleteAccessKey,
  deleteGroupPolicy,
  deleteGroup,
  deleteOpenIDConnectProvider,
  deletePolicyVersion,
  deletePolicy,
  deleteRolePermissionsBoundary,
  deleteRolePolicy,
  deleteRole,
  deleteUserPermissionsBoundary,
  deleteUserPolicy,
  deleteUser,
  detachGroupPolicy,
  detachRolePolicy,
  detachUserPolicy,
  getAccessKeyLastUsed,
  getAccountAuthorizationDetails,
  getAccountSummary,
  getGroupPolicy,
  getGroup,
  getOpenIDConnectProvider,
  getPolicyVersion,
  getPolicy,
  getRolePolicy,
  getRole,
  getUserPolicy,
  getUser,
  listAccessKeys,
  listAccountAliases,
  listAttachedGroupPolicies,
  listAttachedRolePolicies,
  listAttachedUserPolicies,
  listEntitiesForPolicy,
  listGroupPolicies,
  listGroupsForUser,
  listGroups,
  listInstanceProfilesForRole,
  listOpenIDConnectProviders,
  listPolicies,
  listPolicyTags,
  listPolicyVersions,
  listRolePolicies,
  listRoleTags,
  listRoles,
  listUserPolicies,
  listUserTags,
  listUsers,
  putGroupPolicy,
  putRolePermissionsBoundary,
  putRolePolicy,
  putUserPermissionsBoundary,
  putUserPolicy,
  removeUserFromGroup,
  setDefaultPolicyVersion,
  simulateCustomPolicy,
  simulatePrincipalPolicy,
  tagPolicy,
  tagRole,
  tagUser,
  untagPolicy,
  untagRole,
  untagUser,
  updateAccessKey,
  updateAssumeRolePolicy,
  updateGroup,
  updateRoleDescription,
  updateRole,
  updateUser,
]
