/** DeletePolicy: deletes a managed policy that nobody uses and that has one version. */
import { removePolicy } from '../../iam/customer-policies.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'

export const deletePolicy = operation('iam.DeletePolicy', {
  read: ({ PolicyArn }) => PolicyArn,

  access: (ctx, arn) => onPolicy(ctx, 'iam:DeletePolicy', arn),

  async run({ iam, caller: { account } }, arn) {
    await removePolicy(iam, { account, arn })
    return { output: undefined }
  },
})
