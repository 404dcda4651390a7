/** ListGlobalTables: of the version 2017.11.29, which has no tables. */
import { internalServerError } from '../../model/errors.js'
import { tableRegions } from '../../model/regions.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const listGlobalTables = operation('dynamodb.ListGlobalTables', {
  read: ({ RegionName: region }) => region,

  access: () => [onAnything('dynamodb:ListGlobalTables')],

  run(_, region) {
    // AWS: fails instead of refusing it.
    if (region !== undefined && !tableRegions.includes(region)) {
      return Promise.reject(internalServerError())
    }
    return Promise.resolve({ output: { GlobalTables: [] } })
  },
})
