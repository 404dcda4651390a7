/** AddUserToGroup: gives a user what a group has. */
import { addToGroup, groupAt } from '../../iam/groups.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed, userNamed } from './requests/names.js'

export const addUserToGroup = operation('iam.AddUserToGroup', {
  read({ GroupName, UserName }, ctx) {
    const { account, name: groupName } = groupNamed(ctx, GroupName)
    return { account, groupName, userName: userNamed(ctx, UserName).name }
  },

  access: (ctx, { account, groupName }) =>
    onPrincipal(ctx, 'iam:AddUserToGroup', groupAt(account, groupName)),

  async run({ iam }, membership) {
    await addToGroup(iam, membership)
    return { output: undefined }
  },
})
