/** DetachGroupPolicy: takes a managed policy from a group. */
import { detachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const detachGroupPolicy = operation('iam.DetachGroupPolicy', {
  read: ({ GroupName, PolicyArn: arn }, ctx) => ({ at: groupNamed(ctx, GroupName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:DetachGroupPolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await detachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
