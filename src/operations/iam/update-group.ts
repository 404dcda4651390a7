/** UpdateGroup: another name, another path, or both. */
import { moveGroup } from '../../iam/groups.js'
import { requireIamName, requireIamPath } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onMove } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const updateGroup = operation('iam.UpdateGroup', {
  read({ GroupName, NewGroupName: name, NewPath: path }, ctx) {
    const at = groupNamed(ctx, GroupName)
    if (name !== undefined) requireIamName('newGroupName', name)
    if (path !== undefined) requireIamPath(path, 'newPath')
    return { at, name, path }
  },

  access: (ctx, { at, name, path }) => onMove(ctx, 'iam:UpdateGroup', at, { name, path }),

  async run(ctx, { at, name, path }) {
    await moveGroup(ctx.iam, at, { name, path })
    return { output: undefined }
  },
})
