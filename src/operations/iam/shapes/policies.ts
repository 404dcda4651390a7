/** Managed policies, the account's own and AWS's, as answers show them. */
import type {
  ManagedPolicyDetail,
  Policy,
  PolicyVersion,
} from '../../../api/generated/iam-types.js'
import { iamArn } from '../../../iam/arns.js'
import type { IamPolicy, PolicyVersionRecord } from '../../../iam/entities.js'
import type { ManagedPolicy } from '../../../iam/managed-policies.js'
import type { PolicyUses } from '../../../iam/policy-holders.js'
import type { SessionTag } from '../../../model/caller.js'
import { describeTags } from '../requests/tags.js'
import { encodedDocument } from './documents.js'
import { secondsOf } from './times.js'

/** What policies of both kinds have. */
export interface PolicyView extends PolicyUses {
  readonly name: string
  readonly path: string
  readonly arn: string
  readonly id: string
  readonly description: string | undefined
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly defaultVersionId: string
  /** The newest comes first. */
  readonly versions: readonly PolicyVersionRecord[]
  readonly tags: readonly SessionTag[]
}

export function viewOfOwn(policy: IamPolicy): PolicyView {
  const { attachmentCount, boundaryCount, description, versions, ...rest } = policy
  return {
    ...rest,
    arn: iamArn('policy', policy),
    description,
    versions: versions.toReversed(),
    attachments: attachmentCount,
    boundaries: boundaryCount,
  }
}

export function viewOfAws(policy: ManagedPolicy, uses: PolicyUses): PolicyView {
  const { versionId, document, ...rest } = policy
  const version = { id: versionId, document, createdAtMs: policy.updatedAtMs }
  return { ...rest, ...uses, defaultVersionId: versionId, versions: [version], tags: [] }
}

/** AWS: lists and new policies come without description and tags. */
export function listedPolicy(view: PolicyView): Policy {
  return {
    PolicyName: view.name,
    PolicyId: view.id,
    Arn: view.arn,
    Path: view.path,
    DefaultVersionId: view.defaultVersionId,
    AttachmentCount: view.attachments,
    PermissionsBoundaryUsageCount: view.boundaries,
    IsAttachable: true,
    CreateDate: secondsOf(view.createdAtMs),
    UpdateDate: secondsOf(view.updatedAtMs),
  }
}

export function describePolicy(view: PolicyView): Policy {
  const { description } = view
  return {
    ...listedPolicy(view),
    ...(description !== undefined && description !== '' && { Description: description }),
    Tags: describeTags(view.tags),
  }
}

export function listedVersion(
  { defaultVersionId }: PolicyView,
  { id, createdAtMs }: PolicyVersionRecord,
): PolicyVersion {
  return {
    VersionId: id,
    IsDefaultVersion: id === defaultVersionId,
    CreateDate: secondsOf(createdAtMs),
  }
}

export function describeVersion(view: PolicyView, version: PolicyVersionRecord): PolicyVersion {
  return { Document: encodedDocument(version.document), ...listedVersion(view, version) }
}

export function detailPolicy(view: PolicyView): ManagedPolicyDetail {
  const versions = view.versions.map((version) => describeVersion(view, version))
  return { ...listedPolicy(view), PolicyVersionList: versions }
}
