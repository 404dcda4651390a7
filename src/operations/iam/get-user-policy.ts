/** GetUserPolicy: an inline policy of a user. */
import { requireInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { encodedDocument } from './shapes/documents.js'

export const getUserPolicy = operation('iam.GetUserPolicy', {
  read({ UserName, PolicyName }, ctx) {
    return { at: userNamed(ctx, UserName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:GetUserPolicy', at),

  async run({ iam }, { at, name }) {
    const document = encodedDocument(await requireInlinePolicy(iam, at, name))
    return { output: { UserName: at.name, PolicyName: name, PolicyDocument: document } }
  },
})
