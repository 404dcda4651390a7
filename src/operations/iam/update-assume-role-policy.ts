/** UpdateAssumeRolePolicy: who may assume a role from now on. */
import { changePrincipal, requirePrincipal } from '../../iam/principals.js'
import { requireTrustPolicy } from '../../iam/trust-document.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'

export const updateAssumeRolePolicy = operation('iam.UpdateAssumeRolePolicy', {
  read({ RoleName, PolicyDocument: trustPolicy }, ctx) {
    return { at: roleNamed(ctx, RoleName), trustPolicy }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:UpdateAssumeRolePolicy', at),

  async run({ iam }, { at, trustPolicy }) {
    await requirePrincipal(iam, at)
    await requireTrustPolicy(iam, trustPolicy)
    await changePrincipal(iam, at, (role) => ({ ...role, trustPolicy }))
    return { output: undefined }
  },
})
