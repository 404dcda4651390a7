/** Managed policies of an account and their versions. */
import type { SessionTag } from '../model/caller.js'
import { iamArn } from './arns.js'
import type { IamPolicy, PolicyVersionRecord } from './entities.js'
import { requireDistinctTags, sortedTags } from './iam-tags.js'
import { requireIdentityDocument, sizeWithoutBlanks } from './identity-document.js'
import type { IamStore } from './iam-store.js'
import { customerPoliciesMax, managedPolicySizeMax, policyVersionsMax } from './quotas.js'
import { findManagedPolicy } from './managed-policies.js'
import { newUniqueId } from './unique-ids.js'
import type { IamOffice } from './office.js'
import { policyAddressOf } from './policy-use.js'
import {
  deleteConflict,
  entityExists,
  iamLimitExceeded,
  noSuchPolicy,
  noSuchPolicyVersion,
  policyOutsideAccount,
  quotaExceeded,
} from './refusals.js'

export interface NewPolicy {
  readonly account: string
  readonly name: string
  readonly path: string
  readonly document: string
  readonly description?: string | undefined
  readonly tags: readonly SessionTag[]
}

export async function makePolicy(office: IamOffice, wanted: NewPolicy): Promise<IamPolicy> {
  const { account, name, path, document, description, tags } = wanted
  requireDistinctTags(tags, 'counts')
  requireManagedDocument(document)
  const { iam, clock, random } = office
  if ((await iam.count('policy', account, customerPoliciesMax)) >= customerPoliciesMax) {
    throw quotaExceeded('PoliciesPerAccount', customerPoliciesMax)
  }
  const at = { kind: 'policy', account, name } as const
  const createdAtMs = clock.now()
  const policy: IamPolicy = {
    account,
    name,
    path,
    id: newUniqueId('ANPA', random),
    createdAtMs,
    updatedAtMs: createdAtMs,
    ...(description !== undefined && { description }),
    tags: sortedTags(tags),
    defaultVersionId: 'v1',
    versionsMade: 1,
    versions: [{ id: 'v1', document, createdAtMs }],
    attachmentCount: 0,
    boundaryCount: 0,
  }
  return iam.change([at], ([found]) => {
    if (found !== undefined) {
      throw entityExists(`A policy called ${name} already exists. Duplicate names are not allowed.`)
    }
    return { writes: [{ at, record: policy }], result: policy }
  })
}

function requireManagedDocument(document: string): void {
  requireIdentityDocument(document)
  if (sizeWithoutBlanks(document) > managedPolicySizeMax) {
    throw quotaExceeded('PolicySize', managedPolicySizeMax)
  }
}

/** An account's own policy, by its ARN. */
export async function requireOwnPolicy(
  iam: IamStore,
  account: string,
  arn: string,
): Promise<IamPolicy> {
  const policy = await iam.find(policyAddressOf(arn))
  if (!isNamed(policy, account, arn)) throw noSuchPolicy(arn)
  return policy
}

function isNamed(policy: IamPolicy | undefined, account: string, arn: string): policy is IamPolicy {
  return policy?.account === account && iamArn('policy', policy) === arn
}

interface PolicyTarget {
  readonly account: string
  readonly arn: string
}

/** Changes an account's own policy; undefined deletes it. */
export function changePolicy<T>(
  iam: IamStore,
  { account, arn }: PolicyTarget,
  decide: (policy: IamPolicy) => { readonly policy: IamPolicy | undefined; readonly result: T },
): Promise<T> {
  const at = policyAddressOf(arn)
  if (findManagedPolicy(arn) !== undefined) throw policyOutsideAccount()
  return iam.change([at], ([found]) => {
    if (!isNamed(found, account, arn)) throw noSuchPolicy(arn)
    const { policy, result } = decide(found)
    return { writes: policy === found ? [] : [{ at, record: policy }], result }
  })
}

/** AWS: its versions and its uses must be gone first. */
export function removePolicy(iam: IamStore, target: PolicyTarget): Promise<void> {
  return changePolicy(iam, target, ({ attachmentCount, boundaryCount, versions }) => {
    if (attachmentCount + boundaryCount > 0) {
      throw deleteConflict('Cannot delete a policy attached to entities.')
    }
    if (versions.length > 1) {
      throw deleteConflict(
        "This policy has more than one version. Before you delete a policy, you must delete the policy's versions. The default version is deleted with the policy.",
      )
    }
    return { policy: undefined, result: undefined }
  })
}

export function addPolicyVersion(
  { iam, clock }: IamOffice,
  target: PolicyTarget,
  { document, isDefault }: { readonly document: string; readonly isDefault: boolean },
): Promise<PolicyVersionRecord> {
  requireManagedDocument(document)
  const createdAtMs = clock.now()
  return changePolicy(iam, target, (policy) => {
    if (policy.versions.length >= policyVersionsMax) {
      throw iamLimitExceeded(
        `A managed policy can have up to ${policyVersionsMax} versions. Before you create a new version, you must delete an existing version.`,
      )
    }
    const versionsMade = policy.versionsMade + 1
    const version = { id: `v${versionsMade}`, document, createdAtMs }
    const changed = {
      ...policy,
      versionsMade,
      versions: [...policy.versions, version],
      updatedAtMs: createdAtMs,
      ...(isDefault && { defaultVersionId: version.id }),
    }
    return { policy: changed, result: version }
  })
}

export function setDefaultVersion(
  { iam, clock }: IamOffice,
  { account, arn }: PolicyTarget,
  versionId: string,
): Promise<void> {
  return changeVersion(iam, { account, arn }, versionId, (policy) => ({
    ...policy,
    defaultVersionId: versionId,
    updatedAtMs: clock.now(),
  }))
}

export function removePolicyVersion(
  { iam, clock }: IamOffice,
  { account, arn }: PolicyTarget,
  versionId: string,
): Promise<void> {
  return changeVersion(iam, { account, arn }, versionId, (policy) => {
    if (policy.defaultVersionId === versionId) {
      throw deleteConflict('Cannot delete the default version of a policy.')
    }
    const versions = policy.versions.filter(({ id }) => id !== versionId)
    return { ...policy, versions, updatedAtMs: clock.now() }
  })
}

/** AWS: tells of a missing policy as of a missing version. */
function changeVersion(
  iam: IamStore,
  { account, arn }: PolicyTarget,
  versionId: string,
  decide: (policy: IamPolicy) => IamPolicy,
): Promise<void> {
  if (findManagedPolicy(arn) !== undefined) throw policyOutsideAccount()
  const at = policyAddressOf(arn)
  return iam.change([at], ([policy]) => {
    if (!isNamed(policy, account, arn) || !policy.versions.some(({ id }) => id === versionId)) {
      throw noSuchPolicyVersion(arn, versionId)
    }
    return { writes: [{ at, record: decide(policy) }], result: undefined }
  })
}
