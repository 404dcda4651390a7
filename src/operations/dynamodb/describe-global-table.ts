/** DescribeGlobalTable: of the version 2017.11.29, which has no tables. */
import { operation } from '../operation.js'
import { legacyTableNotFound, onLegacyTable } from './global-tables/legacy-version.js'

export const describeGlobalTable = operation('dynamodb.DescribeGlobalTable', {
  read: ({ GlobalTableName: name }) => name,

  access: (ctx, name) => [onLegacyTable(ctx, 'dynamodb:DescribeGlobalTable', name)],

  run(_, name) {
    return Promise.reject(legacyTableNotFound(name, 'Global table not found: '))
  },
})
