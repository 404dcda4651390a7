/** GetCallerIdentity: whose credentials signed the request. */
import { operation } from '../operation.js'
import { identityOf } from './calling-identity.js'

export const getCallerIdentity = operation('sts.GetCallerIdentity', {
  read: (_input, { caller }) => identityOf(caller),

  // AWS: needs no right, and no policy can deny it.
  access: () => [],

  async run(_ctx, { userId, account, arn }) {
    return { output: { UserId: userId, Account: account, Arn: arn } }
  },
})
