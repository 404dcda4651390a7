/** DeleteUserPolicy: deletes an inline policy of a user. */
import { deleteInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const deleteUserPolicy = operation('iam.DeleteUserPolicy', {
  read({ UserName, PolicyName }, ctx) {
    return { at: userNamed(ctx, UserName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:DeleteUserPolicy', at),

  async run({ iam }, { at, name }) {
    await deleteInlinePolicy(iam, at, name)
    return { output: undefined }
  },
})
