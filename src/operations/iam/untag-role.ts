/** UntagRole: removes tags from a role. */
import { withoutIamTags } from '../../iam/iam-tags.js'
import { changePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const untagRole = operation('iam.UntagRole', {
  read: ({ RoleName, TagKeys: keys }, ctx) => ({ at: roleNamed(ctx, RoleName), keys }),

  access: (ctx, { at, keys }) => onPrincipal(ctx, 'iam:UntagRole', at, { tagKeys: keys }),

  async run({ iam }, { at, keys }) {
    await changePrincipal(iam, at, (role) => ({
      ...role,
      tags: withoutIamTags(role.tags, keys, 'ignored'),
    }))
    return { output: undefined }
  },
})
