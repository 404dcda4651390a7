/** LeaveGlobalTable: removes the replica that is here, as another deployment was asked to. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { notReplica } from './errors.js'

export const leaveGlobalTable = operation('gramme.LeaveGlobalTable', {
  read: ({ TableName, MemberId }) => ({ tableName: TableName, memberId: MemberId }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:DeleteTableReplica', tableName)],

  async run({ catalog, globalTables, caller }, { tableName, memberId }) {
    const table = await catalog.loadTable(caller, tableName)
    if (table?.replica?.memberId !== memberId) throw notReplica(tableName)
    await (await globalTables()).removeMember(table, caller.region)
    return { output: {} }
  },
})
