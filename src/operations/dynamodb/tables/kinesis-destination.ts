/** A Kinesis destination as DescribeKinesisStreamingDestination shows it. */
import type { KinesisDataStreamDestination } from '../../../api/generated/dynamodb-types.js'
import { destinationStateOf } from '../../../kinesis/destination-state.js'
import type { KinesisDestination } from '../../../model/table.js'

/** Empty if the destination was closed so long ago that it is no longer listed. */
export function describeDestination(
  destination: KinesisDestination,
  nowMs: number,
): readonly KinesisDataStreamDestination[] {
  const { streamArn, failure, precision } = destination
  const state = destinationStateOf(destination, nowMs)
  if (state === 'gone') return []
  return [
    {
      StreamArn: streamArn,
      DestinationStatus: state,
      ...(state === 'ENABLE_FAILED' && { DestinationStatusDescription: failure }),
      ...(precision && { ApproximateCreationDateTimePrecision: precision }),
    },
  ]
}
