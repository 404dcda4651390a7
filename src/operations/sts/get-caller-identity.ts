/**
 * GetCallerIdentity: whose credentials signed the request. Every key is the root of its account.
 */
import { operation } from '../operation.js'

export const getCallerIdentity = operation('sts.GetCallerIdentity', {
  read: (_input, { caller }) => caller.account,

  // AWS: needs no right, and no policy can deny it.
  access: () => [],

  async run(_ctx, account) {
    const output = { UserId: account, Account: account, Arn: `arn:aws:iam::${account}:root` }
    return { output }
  },
})
