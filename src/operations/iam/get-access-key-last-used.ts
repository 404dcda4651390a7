/** GetAccessKeyLastUsed: whose key it is, and when it was used, where and for what. */
import { requireKeyId } from '../../iam/names.js'
import { accessDenied } from '../../model/errors.js'
import { rootArn } from '../../iam/identities.js'
import { operation } from '../operation.js'
import { onAnything } from '../access.js'
import { onKeyHolder } from './requests/access.js'
import { secondsOf } from './shapes/times.js'

export const getAccessKeyLastUsed = operation('iam.GetAccessKeyLastUsed', {
  read: ({ AccessKeyId }) => requireKeyId(AccessKeyId),

  async access(ctx, id) {
    const key = await ctx.iam.find({ kind: 'accessKey', id })
    if (key?.account !== ctx.caller.account) return [onAnything('iam:GetAccessKeyLastUsed')]
    const { account, userName } = key
    return onKeyHolder(ctx, 'iam:GetAccessKeyLastUsed', { account, userName })
  },

  async run({ iam, keyUses, caller }, id) {
    const key = await iam.find({ kind: 'accessKey', id })
    if (key?.account !== caller.account) {
      const arn = caller.identity?.arn ?? rootArn(caller.account)
      throw accessDenied(
        `User: ${arn} is not authorized to perform iam:GetAccessKeyLastUsed on resource: access key ${id}`,
      )
    }
    const { userName } = key
    const use = await keyUses.find(id)
    const lastUsed =
      use === undefined
        ? { ServiceName: 'N/A', Region: 'N/A' }
        : {
            LastUsedDate: secondsOf(use.atMs),
            ServiceName: use.service,
            Region: use.region,
          }
    return {
      output: {
        ...(userName !== undefined && { UserName: userName }),
        AccessKeyLastUsed: lastUsed,
      },
    }
  },
})
