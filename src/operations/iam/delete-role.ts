/** DeleteRole: deletes a role that has no policies left. */
import { removeRole } from '../../iam/roles.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const deleteRole = operation('iam.DeleteRole', {
  read: ({ RoleName }, ctx) => roleNamed(ctx, RoleName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:DeleteRole', at),

  async run({ iam }, at) {
    await removeRole(iam, at)
    return { output: undefined }
  },
})
