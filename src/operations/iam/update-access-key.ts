/** UpdateAccessKey: switches a key off or on again. */
import { requireKeyId } from '../../iam/names.js'
import { setAccessKeyActive } from '../../iam/user-keys.js'
import { operation } from '../operation.js'
import { onKeyHolder } from './requests/access.js'
import { keyHolder } from './requests/names.js'

export const updateAccessKey = operation('iam.UpdateAccessKey', {
  read({ UserName, AccessKeyId, Status }, ctx) {
    const id = requireKeyId(AccessKeyId)
    return { holder: keyHolder(ctx, UserName), id, isActive: Status === 'Active' }
  },

  access: (ctx, { holder }) => onKeyHolder(ctx, 'iam:UpdateAccessKey', holder),

  async run({ iam }, { holder, id, isActive }) {
    await setAccessKeyActive(iam, holder, { id, isActive })
    return { output: undefined }
  },
})
