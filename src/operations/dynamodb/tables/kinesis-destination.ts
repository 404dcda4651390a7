/** Kinesis destinations of a table: how they are changed and described. */
import type {
  DestinationStatus,
  KinesisDataStreamDestination,
} from '../../../api/generated/dynamodb-types.js'
import { stateOf, stillInUse } from '../../../catalog/life-cycle.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { ChangeTimes, Destinations } from '../../../kinesis/change-destinations.js'
import { destinationStateOf } from '../../../kinesis/destination-state.js'
import { ServiceError, tableNotFound } from '../../../model/errors.js'
import type { KinesisDestination } from '../../../model/kinesis-destination.js'
import type { TableDefinition } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'

/** AWS: to these operations a table that is CREATING does not exist. */
export async function changeDestinations(
  { catalog, caller }: OperationContext,
  tableName: string,
  change: (definition: TableDefinition, times: ChangeTimes) => Destinations,
): Promise<void> {
  try {
    await catalog.changeSetting(caller, tableName, (definition, nowMs, doneAtMs) => ({
      ...definition,
      kinesisDestinations: change(definition, { nowMs, doneAtMs }),
    }))
  } catch (error) {
    throw isStillInUse(error, tableName, 'creating') ? tableNotFound(tableName) : error
  }
}

export function isStillInUse(
  error: unknown,
  tableName: string,
  state: 'creating' | 'deleting',
): boolean {
  return error instanceof ServiceError && error.message === stillInUse(tableName, state).message
}

export function describeDestinations(
  table: DescribedTable,
  nowMs: number,
): readonly KinesisDataStreamDestination[] {
  const { kinesisDestinations = [] } = table
  const isDeleting = stateOf(table, nowMs) === 'deleting'
  return kinesisDestinations.flatMap((destination) => {
    const state = destinationStateOf(destination, nowMs)
    // AWS: deleting the table shows as an update.
    const shown = isDeleting && state === 'ACTIVE' ? 'UPDATING' : state
    return shown === 'gone' ? [] : [describeDestination(destination, shown)]
  })
}

function describeDestination(
  { streamArn, failure, precision }: KinesisDestination,
  state: DestinationStatus,
): KinesisDataStreamDestination {
  return {
    StreamArn: streamArn,
    DestinationStatus: state,
    ...(state === 'ENABLE_FAILED' && { DestinationStatusDescription: failure }),
    ...(precision && { ApproximateCreationDateTimePrecision: precision }),
  }
}
