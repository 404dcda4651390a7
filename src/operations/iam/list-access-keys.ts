/** ListAccessKeys: the keys of a user, or of who calls, without their secrets. */
import type { AccessKey } from '../../iam/entities.js'
import { accessKeysOf } from '../../iam/user-keys.js'
import { operation } from '../operation.js'
import { onKeyHolder } from './requests/access.js'
import { keyHolder } from './requests/names.js'
import { pageOf, readListRequest, sourceOf } from './requests/paging.js'
import { describeAccessKey } from './shapes/principals.js'

export const listAccessKeys = operation('iam.ListAccessKeys', {
  read(input, ctx) {
    return {
      holder: keyHolder(ctx, input.UserName),
      page: readListRequest(ctx, 'ListAccessKeys', input),
    }
  },

  access: (ctx, { holder }) => onKeyHolder(ctx, 'iam:ListAccessKeys', holder),

  async run(ctx, { holder, page }) {
    const keys = await accessKeysOf(ctx.iam, holder)
    // The order in which they were made.
    const keyOf = (key: AccessKey) => String(keys.indexOf(key))
    const { entries, end } = await pageOf(ctx, page, sourceOf(keys, keyOf), keyOf)
    return { output: { AccessKeyMetadata: entries.map(describeAccessKey), ...end } }
  },
})
