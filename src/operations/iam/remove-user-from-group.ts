/** RemoveUserFromGroup: takes from a user what a group has. */
import { removeFromGroup, groupAt } from '../../iam/groups.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed, userNamed } from './requests/names.js'

export const removeUserFromGroup = operation('iam.RemoveUserFromGroup', {
  read({ GroupName, UserName }, ctx) {
    const { account, name: groupName } = groupNamed(ctx, GroupName)
    return { account, groupName, userName: userNamed(ctx, UserName).name }
  },

  access: (ctx, { account, groupName }) =>
    onPrincipal(ctx, 'iam:RemoveUserFromGroup', groupAt(account, groupName)),

  async run({ iam }, membership) {
    await removeFromGroup(iam, membership)
    return { output: undefined }
  },
})
