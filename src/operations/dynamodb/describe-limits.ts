/** DescribeLimits: how much throughput tables and accounts may have. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const describeLimits = operation('dynamodb.DescribeLimits', {
  read: () => undefined,

  access: () => [onAnything('dynamodb:DescribeLimits')],

  run({ catalog }) {
    const { accountUnitsMax, tableUnitsMax } = catalog.quotas
    return Promise.resolve({
      output: {
        AccountMaxReadCapacityUnits: accountUnitsMax,
        AccountMaxWriteCapacityUnits: accountUnitsMax,
        TableMaxReadCapacityUnits: tableUnitsMax,
        TableMaxWriteCapacityUnits: tableUnitsMax,
      },
    })
  },
})
