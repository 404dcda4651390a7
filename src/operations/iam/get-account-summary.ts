/** GetAccountSummary: what an account has, and how much of it it may have. */
import { rootName } from '../../iam/entities.js'
import * as quotas from '../../iam/quotas.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'

export const getAccountSummary = operation('iam.GetAccountSummary', {
  read: () => undefined,

  access: () => [onAnything('iam:GetAccountSummary')],

  async run(ctx) {
    const counted = await countsOf(ctx)
    return { output: { SummaryMap: { ...counted, ...absent, ...quotaMap } } }
  },
})

async function countsOf({ iam, caller: { account } }: OperationContext) {
  const policies = { Policies: 0, PolicyVersionsInUse: 0 }
  for await (const { versions } of iam.walk('policy', account)) {
    policies.Policies++
    policies.PolicyVersionsInUse += versions.length
  }
  const root = await iam.find({ kind: 'root', account, name: rootName })
  return {
    ...policies,
    Users: await iam.count('user', account, quotas.usersMax),
    Groups: await iam.count('group', account, quotas.groupsMax),
    Roles: await iam.count('role', account, quotas.rolesMax),
    Providers: await iam.count('provider', account, quotas.identityProvidersMax),
    AccountAccessKeysPresent: (root?.accessKeyIds.length ?? 0) > 0 ? 1 : 0,
  }
}

/** What accounts cannot have here. */
const absent = {
  AccountMFAEnabled: 0,
  AccountPasswordPresent: 0,
  AccountSigningCertificatesPresent: 0,
  InstanceProfiles: 0,
  MFADevices: 0,
  MFADevicesInUse: 0,
  ServerCertificates: 0,
}

const quotaMap = {
  AccessKeysPerUserQuota: quotas.accessKeysPerUserMax,
  AssumeRolePolicySizeQuota: quotas.trustPolicySizeMax,
  AttachedPoliciesPerGroupQuota: quotas.attachedPoliciesMax,
  AttachedPoliciesPerRoleQuota: quotas.attachedPoliciesMax,
  AttachedPoliciesPerUserQuota: quotas.attachedPoliciesMax,
  GlobalEndpointTokenVersion: 1,
  GroupPolicySizeQuota: quotas.inlinePolicySizeMax.group,
  GroupsPerUserQuota: quotas.groupsPerUserMax,
  GroupsQuota: quotas.groupsMax,
  InstanceProfilesQuota: 0,
  PoliciesQuota: quotas.customerPoliciesMax,
  PolicySizeQuota: quotas.managedPolicySizeMax,
  PolicyVersionsInUseQuota: quotas.customerPoliciesMax * quotas.policyVersionsMax,
  RolePolicySizeQuota: quotas.inlinePolicySizeMax.role,
  RolesQuota: quotas.rolesMax,
  ServerCertificatesQuota: 0,
  SigningCertificatesPerUserQuota: 0,
  UserPolicySizeQuota: quotas.inlinePolicySizeMax.user,
  UsersQuota: quotas.usersMax,
  VersionsPerPolicyQuota: quotas.policyVersionsMax,
}
