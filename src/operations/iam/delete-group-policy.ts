/** DeleteGroupPolicy: deletes an inline policy of a group. */
import { deleteInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const deleteGroupPolicy = operation('iam.DeleteGroupPolicy', {
  read({ GroupName, PolicyName }, ctx) {
    return { at: groupNamed(ctx, GroupName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:DeleteGroupPolicy', at),

  async run({ iam }, { at, name }) {
    await deleteInlinePolicy(iam, at, name)
    return { output: undefined }
  },
})
