/** DetachUserPolicy: takes a managed policy from a user. */
import { detachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const detachUserPolicy = operation('iam.DetachUserPolicy', {
  read: ({ UserName, PolicyArn: arn }, ctx) => ({ at: userNamed(ctx, UserName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:DetachUserPolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await detachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
