/** PutUserPermissionsBoundary: limits what policies can allow a user. */
import { setBoundary } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'

export const putUserPermissionsBoundary = operation('iam.PutUserPermissionsBoundary', {
  read: ({ UserName, PermissionsBoundary: arn }, ctx) => ({ at: userNamed(ctx, UserName), arn }),

  access: (ctx, { at, arn }) =>
    onPrincipal(ctx, 'iam:PutUserPermissionsBoundary', at, { boundaryArn: arn }),

  async run({ iam }, { at, arn }) {
    await setBoundary(iam, at, arn)
    return { output: undefined }
  },
})
