/** PutRolePolicy: adds an inline policy to a role, or replaces it. */
import { putInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const putRolePolicy = operation('iam.PutRolePolicy', {
  read({ RoleName, PolicyName, PolicyDocument: document }, ctx) {
    const at = roleNamed(ctx, RoleName)
    return { at, name: requireIamName('policyName', PolicyName), document }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:PutRolePolicy', at),

  async run({ iam }, { at, name, document }) {
    await putInlinePolicy(iam, at, { name, document })
    return { output: undefined }
  },
})
