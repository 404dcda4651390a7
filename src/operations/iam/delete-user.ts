/** DeleteUser: deletes a user that has nothing left. */
import { removeUser } from '../../iam/users.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const deleteUser = operation('iam.DeleteUser', {
  read: ({ UserName }, ctx) => userNamed(ctx, UserName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:DeleteUser', at),

  async run({ iam }, at) {
    await removeUser(iam, at)
    return { output: undefined }
  },
})
