/** TagUser: adds tags to a user, or changes their values. */
import { requireDistinctTags, withIamTags } from '../../iam/iam-tags.js'
import { changePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { readTags } from './requests/tags.js'

export const tagUser = operation('iam.TagUser', {
  read({ UserName, Tags }, ctx) {
    const at = userNamed(ctx, UserName)
    const tags = readTags(Tags)
    requireDistinctTags(tags, 'ignored')
    return { at, tags }
  },

  access: (ctx, { at, tags }) => onPrincipal(ctx, 'iam:TagUser', at, { tags }),

  async run({ iam }, { at, tags }) {
    await changePrincipal(iam, at, (user) => ({
      ...user,
      tags: withIamTags(user.tags, tags, 'ignored'),
    }))
    return { output: undefined }
  },
})
