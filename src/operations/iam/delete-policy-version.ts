/** DeletePolicyVersion: deletes a version that is not in force. */
import { removePolicyVersion } from '../../iam/customer-policies.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'

export const deletePolicyVersion = operation('iam.DeletePolicyVersion', {
  read: ({ PolicyArn: arn, VersionId: versionId }) => ({ arn, versionId }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:DeletePolicyVersion', arn),

  async run(ctx, { arn, versionId }) {
    await removePolicyVersion(ctx, { account: ctx.caller.account, arn }, versionId)
    return { output: undefined }
  },
})
