/** DeleteAccessKey: deletes a key for good. */
import { requireKeyId } from '../../iam/names.js'
import { removeAccessKey } from '../../iam/user-keys.js'
import { operation } from '../operation.js'
import { onKeyHolder } from './requests/access.js'
import { keyHolder } from './requests/names.js'

export const deleteAccessKey = operation('iam.DeleteAccessKey', {
  read({ UserName, AccessKeyId }, ctx) {
    return { holder: keyHolder(ctx, UserName), id: requireKeyId(AccessKeyId) }
  },

  access: (ctx, { holder }) => onKeyHolder(ctx, 'iam:DeleteAccessKey', holder),

  async run({ iam }, { holder, id }) {
    await removeAccessKey(iam, holder, id)
    return { output: undefined }
  },
})
