/** DeleteRolePolicy: deletes an inline policy of a role. */
import { deleteInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const deleteRolePolicy = operation('iam.DeleteRolePolicy', {
  read({ RoleName, PolicyName }, ctx) {
    return { at: roleNamed(ctx, RoleName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:DeleteRolePolicy', at),

  async run({ iam }, { at, name }) {
    await deleteInlinePolicy(iam, at, name)
    return { output: undefined }
  },
})
