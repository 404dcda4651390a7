/** GetCallerIdentity: whose credentials sign the request. Every key is the root of its account. */
import { operation } from '../operation.js'

export const getCallerIdentity = operation('sts.GetCallerIdentity', {
  read: (_input, { caller }) => caller.account,

  async run(_ctx, account) {
    return { UserId: account, Account: account, Arn: `arn:aws:iam::${account}:root` }
  },
})
