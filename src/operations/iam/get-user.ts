/** GetUser: a user, or who calls. */
import type { User } from '../../api/generated/iam-types.js'
import { rootName } from '../../iam/entities.js'
import { rootArn } from '../../iam/identities.js'
import { requirePrincipal } from '../../iam/principals.js'
import { userAt } from '../../iam/users.js'
import { operation, type OperationContext } from '../operation.js'
import { onKeyHolder } from './requests/access.js'
import { keyHolder } from './requests/names.js'
import { describeUser } from './shapes/principals.js'
import { secondsOf } from './shapes/times.js'

export const getUser = operation('iam.GetUser', {
  read: ({ UserName }, ctx) => keyHolder(ctx, UserName),

  access: (ctx, holder) => onKeyHolder(ctx, 'iam:GetUser', holder),

  async run(ctx, { account, userName }) {
    if (userName === undefined) return { output: { User: await rootOf(ctx, account) } }
    const user = await requirePrincipal(ctx.iam, userAt(account, userName))
    return { output: { User: describeUser(user) } }
  },
})

/** AWS: the root of an account has neither a name nor a path. */
async function rootOf({ iam }: OperationContext, account: string): Promise<User> {
  const root = await iam.find({ kind: 'root', account, name: rootName })
  const since = root && { CreateDate: secondsOf(root.createdAtMs) }
  return { UserId: account, Arn: rootArn(account), ...since } as User
}
