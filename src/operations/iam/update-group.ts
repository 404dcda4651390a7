/** UpdateGroup: another name, another path, or both. */
import { groupAt, moveGroup } from '../../iam/groups.js'
import { requireIamName, requireIamPath } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const updateGroup = operation('iam.UpdateGroup', {
  read({ GroupName, NewGroupName: name, NewPath: path }, ctx) {
    const at = groupNamed(ctx, GroupName)
    if (name !== undefined) requireIamName('newGroupName', name)
    if (path !== undefined) requireIamPath(path, 'newPath')
    return { at, name, path }
  },

  // AWS: both the old name and the new one need the right.
  async access(ctx, { at, name }) {
    const from = await onPrincipal(ctx, 'iam:UpdateGroup', at)
    if (name === undefined) return from
    return [...from, ...(await onPrincipal(ctx, 'iam:UpdateGroup', groupAt(at.account, name)))]
  },

  async run(ctx, { at, name, path }) {
    await moveGroup(ctx.iam, at, { name, path })
    return { output: undefined }
  },
})
