/** GetReplicaDefinition: what replicas in other deployments share with the one that is here. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'

export const getReplicaDefinition = operation('gramme.GetReplicaDefinition', {
  read: ({ TableName, MemberId }) => ({ tableName: TableName, memberId: MemberId }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:ReplicateSettings', tableName)],

  async run({ linkedMembers, caller }, member) {
    const Definition = await (await linkedMembers()).definition(caller, member)
    return { output: Definition === undefined ? {} : { Definition } }
  },
})
