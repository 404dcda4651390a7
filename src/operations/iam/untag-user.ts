/** UntagUser: removes tags from a user. */
import { withoutIamTags } from '../../iam/iam-tags.js'
import { changePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const untagUser = operation('iam.UntagUser', {
  read: ({ UserName, TagKeys: keys }, ctx) => ({ at: userNamed(ctx, UserName), keys }),

  access: (ctx, { at, keys }) => onPrincipal(ctx, 'iam:UntagUser', at, { tagKeys: keys }),

  async run({ iam }, { at, keys }) {
    await changePrincipal(iam, at, (user) => ({
      ...user,
      tags: withoutIamTags(user.tags, keys, 'ignored'),
    }))
    return { output: undefined }
  },
})
