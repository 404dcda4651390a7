/** DescribeGlobalTableSettings: of the version 2017.11.29, which has no tables. */
import { operation } from '../operation.js'
import { legacyTableNotFound, onLegacyTable } from './global-tables/legacy-version.js'

export const describeGlobalTableSettings = operation('dynamodb.DescribeGlobalTableSettings', {
  read: ({ GlobalTableName: name }) => name,

  access: (ctx, name) => [onLegacyTable(ctx, 'dynamodb:DescribeGlobalTableSettings', name)],

  run(_, name) {
    return Promise.reject(legacyTableNotFound(name))
  },
})
