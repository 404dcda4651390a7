/** EnableKinesisStreamingDestination: delivers changes to a Kinesis stream from now on. */
import { enableDestination, requireEnableable } from '../../kinesis/change-destinations.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { changeDestinations } from './tables/kinesis-destination.js'
import { requireTableName } from './tables/table-name.js'

export const enableKinesisStreamingDestination = operation(
  'dynamodb.EnableKinesisStreamingDestination',
  {
    read: ({ TableName, StreamArn, EnableKinesisStreamingConfiguration }, { caller }) => ({
      tableName: requireTableName(caller, TableName),
      streamArn: StreamArn,
      configuration: EnableKinesisStreamingConfiguration ?? {},
    }),

    // AWS: the caller also needs the rights of the delivery.
    access: (ctx, { tableName, streamArn: resource }) => [
      onTable(ctx, 'dynamodb:EnableKinesisStreamingDestination', tableName),
      { action: 'kinesis:DescribeStream', resource },
      { action: 'kinesis:PutRecord', resource },
      { action: 'kinesis:PutRecords', resource },
    ],

    async run(ctx, { tableName, streamArn, configuration }) {
      const { catalog, caller, clock, kinesis } = ctx
      requireEnableable(await catalog.requireRestored(caller, tableName), clock.now())
      if (kinesis === undefined) throw noEndpoint()
      // AWS: a fault of the stream shows later, in the state of the destination.
      const failure = await kinesis.findFault(streamArn)
      const precision = configuration.ApproximateCreationDateTimePrecision
      const wanted = { streamArn, ...(precision && { precision }), ...(failure && { failure }) }
      await changeDestinations(ctx, tableName, (definition, times) =>
        enableDestination(definition, wanted, times),
      )
      return {
        output: {
          TableName: tableName,
          StreamArn: streamArn,
          DestinationStatus: 'ENABLING',
          EnableKinesisStreamingConfiguration: configuration,
        },
      }
    },
  },
)

function noEndpoint() {
  return validation(
    'This server has no Kinesis endpoint to deliver to: start it with --kinesis-endpoint or GRAMME_KINESIS_ENDPOINT',
  )
}
