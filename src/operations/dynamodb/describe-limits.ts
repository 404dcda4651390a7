/** DescribeLimits: the capacity quotas of a new AWS account. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const describeLimits = operation('dynamodb.DescribeLimits', {
  read: () => undefined,

  access: () => [onAnything('dynamodb:DescribeLimits')],

  run: () =>
    Promise.resolve({
      output: {
        AccountMaxReadCapacityUnits: 80_000,
        AccountMaxWriteCapacityUnits: 80_000,
        TableMaxReadCapacityUnits: 40_000,
        TableMaxWriteCapacityUnits: 40_000,
      },
    }),
})
