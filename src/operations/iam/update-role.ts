/** UpdateRole: another description, or another limit of its sessions. */
import { changePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const updateRole = operation('iam.UpdateRole', {
  read({ RoleName, Description: description, MaxSessionDuration }, ctx) {
    return { at: roleNamed(ctx, RoleName), description, sessionSecondsMax: MaxSessionDuration }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:UpdateRole', at),

  async run({ iam }, { at, description, sessionSecondsMax }) {
    await changePrincipal(iam, at, (role) => ({
      ...role,
      ...(description !== undefined && { description }),
      ...(sessionSecondsMax !== undefined && { sessionSecondsMax }),
    }))
    return { output: {} }
  },
})
