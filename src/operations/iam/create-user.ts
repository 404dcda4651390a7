/** CreateUser: a new user without any rights. */
import { iamArn } from '../../iam/arns.js'
import { requireIamPath } from '../../iam/names.js'
import { makeUser } from '../../iam/users.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { describeTags, readTags } from './requests/tags.js'
import { describeUser } from './shapes/principals.js'

export const createUser = operation('iam.CreateUser', {
  read(input, ctx) {
    const { account, name } = userNamed(ctx, input.UserName)
    const boundaryArn = input.PermissionsBoundary
    const path = requireIamPath(input.Path)
    return { account, name, path, boundaryArn, tags: readTags(input.Tags) }
  },

  access(_ctx, user) {
    const arn = iamArn('user', user)
    const { tags, boundaryArn } = user
    const creating = accessOf('iam:CreateUser', arn, { tags, boundaryArn })
    // AWS: tags take a right of their own.
    return tags.length === 0 ? [creating] : [creating, accessOf('iam:TagUser', arn, { tags })]
  },

  async run(ctx, request) {
    const user = describeUser(await makeUser(ctx, request))
    // AWS: tags are shown in the order of the request.
    const { tags } = request
    return { output: { User: tags.length === 0 ? user : { ...user, Tags: describeTags(tags) } } }
  },
})
