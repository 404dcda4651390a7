/**
 * DisableKinesisStreamingDestination: stops delivery of later changes; earlier ones are still
 * delivered.
 */
import { disableDestination } from '../../kinesis/change-destinations.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
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

    async run({ catalog, caller }, { tableName, streamArn }) {
      await catalog.changeSetting(caller, tableName, (definition, nowMs, doneAtMs) => ({
        ...definition,
        kinesisDestinations: disableDestination(definition, streamArn, { nowMs, doneAtMs }),
      }))
      return {
        output: { TableName: tableName, StreamArn: streamArn, DestinationStatus: 'DISABLING' },
      }
    },
  },
)
