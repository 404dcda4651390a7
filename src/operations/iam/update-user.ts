/** UpdateUser: another name, another path, or both. */
import { requireIamName, requireIamPath } from '../../iam/names.js'
import { moveUser, userAt } from '../../iam/users.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const updateUser = operation('iam.UpdateUser', {
  read({ UserName, NewUserName: name, NewPath: path }, ctx) {
    const at = userNamed(ctx, UserName)
    if (name !== undefined) requireIamName('newUserName', name)
    if (path !== undefined) requireIamPath(path, 'newPath')
    return { at, name, path }
  },

  // AWS: both the old name and the new one need the right.
  async access(ctx, { at, name }) {
    const from = await onPrincipal(ctx, 'iam:UpdateUser', at)
    if (name === undefined) return from
    return [...from, ...(await onPrincipal(ctx, 'iam:UpdateUser', userAt(at.account, name)))]
  },

  async run(ctx, { at, name, path }) {
    await moveUser(ctx.iam, at, { name, path })
    return { output: undefined }
  },
})
