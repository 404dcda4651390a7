/** AttachRolePolicy: gives a role the rights of a managed policy. */
import { attachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const attachRolePolicy = operation('iam.AttachRolePolicy', {
  read: ({ RoleName, PolicyArn: arn }, ctx) => ({ at: roleNamed(ctx, RoleName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:AttachRolePolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await attachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
