/** PutGroupPolicy: adds an inline policy to a group, or replaces it. */
import { putInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'

export const putGroupPolicy = operation('iam.PutGroupPolicy', {
  read({ GroupName, PolicyName, PolicyDocument: document }, ctx) {
    const at = groupNamed(ctx, GroupName)
    return { at, name: requireIamName('policyName', PolicyName), document }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:PutGroupPolicy', at),

  async run({ iam }, { at, name, document }) {
    await putInlinePolicy(iam, at, { name, document })
    return { output: undefined }
  },
})
