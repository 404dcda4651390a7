/** DeleteGroup: deletes a group that has neither members nor policies. */
import { removeGroup } from '../../iam/groups.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const deleteGroup = operation('iam.DeleteGroup', {
  read: ({ GroupName }, ctx) => groupNamed(ctx, GroupName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:DeleteGroup', at),

  async run({ iam }, at) {
    await removeGroup(iam, at)
    return { output: undefined }
  },
})
