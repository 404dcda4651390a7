/** AttachUserPolicy: gives a user the rights of a managed policy. */
import { attachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const attachUserPolicy = operation('iam.AttachUserPolicy', {
  read: ({ UserName, PolicyArn: arn }, ctx) => ({ at: userNamed(ctx, UserName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:AttachUserPolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await attachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
