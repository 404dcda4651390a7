/** CreatePolicyVersion: another document of a managed policy. */
import { addPolicyVersion } from '../../iam/customer-policies.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { secondsOf } from './shapes/times.js'

export const createPolicyVersion = operation('iam.CreatePolicyVersion', {
  read: ({ PolicyArn: arn, PolicyDocument: document, SetAsDefault }) => ({
    arn,
    document,
    isDefault: SetAsDefault === true,
  }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:CreatePolicyVersion', arn),

  async run(ctx, { arn, document, isDefault }) {
    const target = { account: ctx.caller.account, arn }
    const { id, createdAtMs } = await addPolicyVersion(ctx, target, { document, isDefault })
    const version = {
      VersionId: id,
      IsDefaultVersion: isDefault,
      CreateDate: secondsOf(createdAtMs),
    }
    return { output: { PolicyVersion: version } }
  },
})
