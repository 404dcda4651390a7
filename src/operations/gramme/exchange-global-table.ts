/** ExchangeGlobalTable: two deployments tell each other what they know of a global table that both have replicas of. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { describeCopy, readCopy } from './told-copy.js'

export const exchangeGlobalTable = operation('gramme.ExchangeGlobalTable', {
  read: readCopy,

  /** AWS: the action by which the service changes members for another account. */
  access: (ctx, { group }) => [onTable(ctx, 'dynamodb:ReplicateSettings', group.tableName)],

  async run({ linkedMembers, caller }, copy) {
    return { output: describeCopy(await (await linkedMembers()).exchange(caller, copy)) }
  },
})
