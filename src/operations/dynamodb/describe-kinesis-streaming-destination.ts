/** DescribeKinesisStreamingDestination: where changes are delivered to, and where they used to be. */
import { operation } from '../operation.js'
import { describeDestination } from './tables/kinesis-destination.js'
import { requireTableName } from './tables/table-name.js'

export const describeKinesisStreamingDestination = operation(
  'dynamodb.DescribeKinesisStreamingDestination',
  {
    read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

    async run({ catalog, caller, clock }, tableName) {
      const { kinesisDestinations } = await catalog.requireTable(caller, tableName)
      const nowMs = clock.now()
      return {
        TableName: tableName,
        KinesisDataStreamDestinations: (kinesisDestinations ?? []).flatMap((destination) =>
          describeDestination(destination, nowMs),
        ),
      }
    },
  },
)
