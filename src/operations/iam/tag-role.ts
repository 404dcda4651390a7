/** TagRole: adds tags to a role, or changes their values. */
import { requireDistinctTags, withIamTags } from '../../iam/iam-tags.js'
import { changePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { readTags } from './requests/tags.js'

export const tagRole = operation('iam.TagRole', {
  read({ RoleName, Tags }, ctx) {
    const at = roleNamed(ctx, RoleName)
    const tags = readTags(Tags)
    requireDistinctTags(tags, 'ignored')
    return { at, tags }
  },

  access: (ctx, { at, tags }) => onPrincipal(ctx, 'iam:TagRole', at, { tags }),

  async run({ iam }, { at, tags }) {
    await changePrincipal(iam, at, (role) => ({
      ...role,
      tags: withIamTags(role.tags, tags, 'ignored'),
    }))
    return { output: undefined }
  },
})
