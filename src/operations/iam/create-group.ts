/** CreateGroup: a new group without members and rights. */
import { iamArn } from '../../iam/arns.js'
import { makeGroup } from '../../iam/groups.js'
import { requireIamPath } from '../../iam/names.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { groupNamed } from './requests/names.js'
import { describeGroup } from './shapes/principals.js'

export const createGroup = operation('iam.CreateGroup', {
  read({ GroupName, Path }, ctx) {
    const { account, name } = groupNamed(ctx, GroupName)
    return { account, name, path: requireIamPath(Path) }
  },

  access: (_ctx, group) => [accessOf('iam:CreateGroup', iamArn('group', group))],

  async run(ctx, group) {
    return { output: { Group: describeGroup(await makeGroup(ctx, group)) } }
  },
})
