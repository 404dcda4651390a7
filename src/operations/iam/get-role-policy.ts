/** GetRolePolicy: an inline policy of a role. */
import { requireInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { encodedDocument } from './shapes/documents.js'

export const getRolePolicy = operation('iam.GetRolePolicy', {
  read({ RoleName, PolicyName }, ctx) {
    return { at: roleNamed(ctx, RoleName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:GetRolePolicy', at),

  async run({ iam }, { at, name }) {
    const document = encodedDocument(await requireInlinePolicy(iam, at, name))
    return { output: { RoleName: at.name, PolicyName: name, PolicyDocument: document } }
  },
})
