/** UpdateUser: another name, another path, or both. */
import { requireIamName, requireIamPath } from '../../iam/names.js'
import { moveUser } from '../../iam/users.js'
import { operation } from '../operation.js'
import { onMove } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const updateUser = operation('iam.UpdateUser', {
  read({ UserName, NewUserName: name, NewPath: path }, ctx) {
    const at = userNamed(ctx, UserName)
    if (name !== undefined) requireIamName('newUserName', name)
    if (path !== undefined) requireIamPath(path, 'newPath')
    return { at, name, path }
  },

  access: (ctx, { at, name, path }) => onMove(ctx, 'iam:UpdateUser', at, { name, path }),

  async run(ctx, { at, name, path }) {
    await moveUser(ctx.iam, at, { name, path })
    return { output: undefined }
  },
})
