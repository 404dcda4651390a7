/** UpdateKinesisStreamingDestination: sets the precision of the times in records. */
import { updateDestination } from '../../kinesis/change-destinations.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { changeDestinations } from './tables/kinesis-destination.js'
import { requireTableName } from './tables/table-name.js'

export const updateKinesisStreamingDestination = operation(
  'dynamodb.UpdateKinesisStreamingDestination',
  {
    read({ TableName, StreamArn, UpdateKinesisStreamingConfiguration }, { caller }) {
      const precision = UpdateKinesisStreamingConfiguration?.ApproximateCreationDateTimePrecision
      if (precision === undefined) {
        throw validation(
          'Streaming destination cannot be updated with given parameters: UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
        )
      }
      return { tableName: requireTableName(caller, TableName), streamArn: StreamArn, precision }
    },

    access: (ctx, { tableName }) => [
      onTable(ctx, 'dynamodb:UpdateKinesisStreamingDestination', tableName),
    ],

    async run(ctx, { tableName, streamArn, precision }) {
      await changeDestinations(ctx, tableName, (definition, times) =>
        updateDestination(definition, streamArn, precision, times),
      )
      return {
        output: {
          TableName: tableName,
          StreamArn: streamArn,
          DestinationStatus: 'UPDATING',
          UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: precision },
        },
      }
    },
  },
)
