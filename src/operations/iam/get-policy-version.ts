/** GetPolicyVersion: a document of a managed policy. */
import { ServiceError } from '../../model/errors.js'
import { noSuchPolicyVersion } from '../../iam/refusals.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { requirePolicyView } from './requests/policy-views.js'
import { describeVersion } from './shapes/policies.js'

export const getPolicyVersion = operation('iam.GetPolicyVersion', {
  read: ({ PolicyArn: arn, VersionId: versionId }) => ({ arn, versionId }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:GetPolicyVersion', arn),

  async run(ctx, { arn, versionId }) {
    const missing = noSuchPolicyVersion(arn, versionId)
    const view = await requirePolicyView(ctx, arn).catch((error: unknown) => {
      // AWS: tells of a missing policy as of a missing version.
      throw error instanceof ServiceError && error.type === missing.type ? missing : error
    })
    const version = view.versions.find(({ id }) => id === versionId)
    if (version === undefined) throw missing
    return { output: { PolicyVersion: describeVersion(view, version) } }
  },
})
