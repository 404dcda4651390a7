/** GetRole: a role, and who may assume it. */
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { describeRole } from './shapes/principals.js'

export const getRole = operation('iam.GetRole', {
  read: ({ RoleName }, ctx) => roleNamed(ctx, RoleName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:GetRole', at),

  async run({ iam }, at) {
    return { output: { Role: describeRole(await requirePrincipal(iam, at)) } }
  },
})
