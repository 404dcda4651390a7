/** JoinGlobalTable: makes a replica of a table of another deployment, which this one then follows. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { describeCopy, readCopy } from './told-copy.js'

export const joinGlobalTable = operation('gramme.JoinGlobalTable', {
  read: (input) => ({ copy: readCopy(input), memberId: input.MemberId }),

  /** AWS: the action by which another account joins. */
  access: (ctx, { copy }) => [onTable(ctx, 'dynamodb:AssociateTableReplica', copy.group.tableName)],

  async run({ linkedMembers, caller }, { copy, memberId }) {
    const told = await (await linkedMembers()).join(caller, copy, memberId)
    return { output: describeCopy(told) }
  },
})
