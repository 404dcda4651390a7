/** PutRolePermissionsBoundary: limits what policies can allow a role. */
import { setBoundary } from '../../iam/grants.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const putRolePermissionsBoundary = operation('iam.PutRolePermissionsBoundary', {
  read: ({ RoleName, PermissionsBoundary: arn }, ctx) => ({ at: roleNamed(ctx, RoleName), arn }),

  access: (ctx, { at, arn }) =>
    onPrincipal(ctx, 'iam:PutRolePermissionsBoundary', at, { boundaryArn: arn }),

  async run({ iam }, { at, arn }) {
    await setBoundary(iam, at, arn)
    return { output: undefined }
  },
})
