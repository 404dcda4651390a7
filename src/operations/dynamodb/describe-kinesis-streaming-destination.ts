/** DescribeKinesisStreamingDestination: where changes are delivered, and where they used to be. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { describeDestinations } from './tables/kinesis-destination.js'
import { requireTableName } from './tables/table-name.js'

export const describeKinesisStreamingDestination = operation(
  'dynamodb.DescribeKinesisStreamingDestination',
  {
    read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

    access: (ctx, tableName) => [
      onTable(ctx, 'dynamodb:DescribeKinesisStreamingDestination', tableName),
    ],

    async run({ catalog, caller, clock }, tableName) {
      const table = await catalog.requireRestored(caller, tableName)
      const destinations = describeDestinations(table, clock.now())
      return { output: { TableName: tableName, KinesisDataStreamDestinations: destinations } }
    },
  },
)
