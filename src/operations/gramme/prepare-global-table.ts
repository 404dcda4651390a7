/** PrepareGlobalTable: whether a global table of another deployment could have a replica here. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'

export const prepareGlobalTable = operation('gramme.PrepareGlobalTable', {
  read: ({ TableName, Regions }) => ({ tableName: TableName, regions: Regions }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:AssociateTableReplica', tableName)],

  async run({ linkedMembers, caller }, wanted) {
    await (await linkedMembers()).prepare(caller, wanted)
    return { output: {} }
  },
})
