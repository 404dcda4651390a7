/** DeleteRolePermissionsBoundary: lifts the limit of what policies can allow a role. */
import { setBoundary } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const deleteRolePermissionsBoundary = operation('iam.DeleteRolePermissionsBoundary', {
  read: ({ RoleName }, ctx) => roleNamed(ctx, RoleName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:DeleteRolePermissionsBoundary', at),

  async run({ iam }, at) {
    await setBoundary(iam, at, undefined)
    return { output: undefined }
  },
})
