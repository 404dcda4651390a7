/** GetGroupPolicy: an inline policy of a group. */
import { requireInlinePolicy } from '../../iam/grants.js'
import { requireIamName } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'
import { encodedDocument } from './shapes/documents.js'

export const getGroupPolicy = operation('iam.GetGroupPolicy', {
  read({ GroupName, PolicyName }, ctx) {
    return { at: groupNamed(ctx, GroupName), name: requireIamName('policyName', PolicyName) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:GetGroupPolicy', at),

  async run({ iam }, { at, name }) {
    const document = encodedDocument(await requireInlinePolicy(iam, at, name))
    return { output: { GroupName: at.name, PolicyName: name, PolicyDocument: document } }
  },
})
