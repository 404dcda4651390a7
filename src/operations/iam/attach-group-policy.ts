/** AttachGroupPolicy: gives a group the rights of a managed policy. */
import { attachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const attachGroupPolicy = operation('iam.AttachGroupPolicy', {
  read: ({ GroupName, PolicyArn: arn }, ctx) => ({ at: groupNamed(ctx, GroupName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:AttachGroupPolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await attachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
