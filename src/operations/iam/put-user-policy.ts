/** PutUserPolicy: adds an inline policy to a user, or replaces it. */
import { putInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const putUserPolicy = operation('iam.PutUserPolicy', {
  read({ UserName, PolicyName, PolicyDocument: document }, ctx) {
    const at = userNamed(ctx, UserName)
    return { at, name: requireIamName('policyName', PolicyName), document }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:PutUserPolicy', at),

  async run({ iam }, { at, name, document }) {
    await putInlinePolicy(iam, at, { name, document })
    return { output: undefined }
  },
})
