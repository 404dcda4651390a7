/**
 * DisableKinesisStreamingDestination: stops delivery of later changes; earlier ones are still
 * delivered.
 */
import { disableDestination, notDisableable } from '../../kinesis/change-destinations.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { changeDestinations, isStillInUse } from './tables/kinesis-destination.js'
import { requireTableName } from './tables/table-name.js'

export const disableKinesisStreamingDestination = operation(
  'dynamodb.DisableKinesisStreamingDestination',
  {
    read({ TableName, StreamArn, EnableKinesisStreamingConfiguration }, { caller }) {
      if (EnableKinesisStreamingConfiguration !== undefined) {
        throw validation(
          'Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters',
        )
      }
      return { tableName: requireTableName(caller, TableName), streamArn: StreamArn }
    },

    access: (ctx, { tableName }) => [
      onTable(ctx, 'dynamodb:DisableKinesisStreamingDestination', tableName),
    ],

    async run(ctx, { tableName, streamArn }) {
      try {
        await changeDestinations(ctx, tableName, (definition, times) =>
          disableDestination(definition, streamArn, times),
        )
      } catch (error) {
        // AWS: a destination of a table that is DELETING is not ACTIVE any more.
        throw isStillInUse(error, tableName, 'deleting') ? notDisableable() : error
      }
      return {
        output: { TableName: tableName, StreamArn: streamArn, DestinationStatus: 'DISABLING' },
      }
    },
  },
)
