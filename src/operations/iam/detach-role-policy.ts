/** DetachRolePolicy: takes a managed policy from a role. */
import { detachPolicy } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const detachRolePolicy = operation('iam.DetachRolePolicy', {
  read: ({ RoleName, PolicyArn: arn }, ctx) => ({ at: roleNamed(ctx, RoleName), arn }),

  access: (ctx, { at, arn }) => onPrincipal(ctx, 'iam:DetachRolePolicy', at, { policyArn: arn }),

  async run({ iam }, { at, arn }) {
    await detachPolicy(iam, at, arn)
    return { output: undefined }
  },
})
