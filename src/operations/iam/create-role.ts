/** CreateRole: a new role without any rights, and who may assume it. */
import { iamArn } from '../../iam/arns.js'
import { requireIamPath } from '../../iam/names.js'
import { roleSessionSecondsUsual } from '../../iam/quotas.js'
import { makeRole } from '../../iam/roles.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { describeTags, readTags } from './requests/tags.js'
import { describeNewRole } from './shapes/principals.js'

export const createRole = operation('iam.CreateRole', {
  read(input, ctx) {
    const { account, name } = roleNamed(ctx, input.RoleName)
    return {
      account,
      name,
      path: requireIamPath(input.Path),
      trustPolicy: input.AssumeRolePolicyDocument,
      description: input.Description,
      sessionSecondsMax: input.MaxSessionDuration ?? roleSessionSecondsUsual,
      boundaryArn: input.PermissionsBoundary,
      tags: readTags(input.Tags),
    }
  },

  access(_ctx, role) {
    const arn = iamArn('role', role)
    const { tags, boundaryArn } = role
    const creating = accessOf('iam:CreateRole', arn, { tags, boundaryArn })
    // AWS: tags take a right of their own.
    return tags.length === 0 ? [creating] : [creating, accessOf('iam:TagRole', arn, { tags })]
  },

  async run(ctx, request) {
    const role = describeNewRole(await makeRole(ctx, request))
    // AWS: tags are shown in the order of the request.
    const { tags } = request
    return { output: { Role: tags.length === 0 ? role : { ...role, Tags: describeTags(tags) } } }
  },
})
