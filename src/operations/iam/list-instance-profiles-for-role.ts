/** ListInstanceProfilesForRole: there are no instances here, and so no profiles. */
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const listInstanceProfilesForRole = operation('iam.ListInstanceProfilesForRole', {
  read: ({ RoleName }, ctx) => roleNamed(ctx, RoleName),

  access: (ctx, at) => onPrincipal(ctx, 'iam:ListInstanceProfilesForRole', at),

  async run({ iam }, at) {
    await requirePrincipal(iam, at)
    return { output: { InstanceProfiles: [], IsTruncated: false } }
  },
})
