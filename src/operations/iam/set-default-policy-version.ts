/** SetDefaultPolicyVersion: which document of a managed policy is in force. */
import { setDefaultVersion } from '../../iam/customer-policies.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'

export const setDefaultPolicyVersion = operation('iam.SetDefaultPolicyVersion', {
  read: ({ PolicyArn: arn, VersionId: versionId }) => ({ arn, versionId }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:SetDefaultPolicyVersion', arn),

  async run(ctx, { arn, versionId }) {
    await setDefaultVersion(ctx, { account: ctx.caller.account, arn }, versionId)
    return { output: undefined }
  },
})
