/** UpdateRoleDescription: another description of a role. */
import { changePrincipal, requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { describeRedescribedRole } from './shapes/principals.js'

export const updateRoleDescription = operation('iam.UpdateRoleDescription', {
  read({ RoleName, Description: description }, ctx) {
    return { at: roleNamed(ctx, RoleName), description }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:UpdateRoleDescription', at),

  async run({ iam }, { at, description }) {
    await changePrincipal(iam, at, (role) => ({ ...role, description }))
    return { output: { Role: describeRedescribedRole(await requirePrincipal(iam, at)) } }
  },
})
