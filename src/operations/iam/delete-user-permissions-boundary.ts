/** DeleteUserPermissionsBoundary: lifts the limit of what policies can allow a user. */
import { setBoundary } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const deleteUserPermissionsBoundary = operation('iam.DeleteUserPermissionsBoundary', {
  read: ({ UserName }, ctx) => userNamed(ctx, UserName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:DeleteUserPermissionsBoundary', at),

  async run({ iam }, at) {
    await setBoundary(iam, at, undefined)
    return { output: undefined }
  },
})
