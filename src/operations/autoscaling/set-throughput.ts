/** How auto scaling changes throughput: by UpdateTable, so that the same rules and records apply. */
import { serviceRoleArn, serviceRoleName } from '../../autoscaling/arns.js'
import type { NewThroughput, SetThroughput } from '../../autoscaling/scaled-tables.js'
import type { Scope } from '../../model/arn.js'
import type { Caller } from '../../model/caller.js'
import type { Random } from '../../stdx/random.js'
import { callOperation } from '../dispatch/call-operation.js'
import type { Dispatcher } from '../dispatcher.js'

/** AWS: it acts in a session of its own role. */
const session = 'AutoScaling-UpdateTable'
const host = 'application-autoscaling.amazonaws.com'

/** The dispatcher has to be one that judges nobody. */
export function throughputBy(
  { dispatch }: Pick<Dispatcher, 'dispatch'>,
  random: Random,
): SetThroughput {
  return async (wanted) => {
    const { tableName: TableName, indexName: IndexName } = wanted
    const ProvisionedThroughput = unitsOf(wanted)
    const Update = { IndexName: IndexName!, ProvisionedThroughput }
    const change =
      IndexName === undefined
        ? { ProvisionedThroughput }
        : { GlobalSecondaryIndexUpdates: [{ Update }] }
    const origin = { caller: serviceCaller(wanted), host, requestId: random.uuid() }
    await callOperation(dispatch, origin, 'dynamodb.UpdateTable', { TableName, ...change })
  }
}

function unitsOf({ readUnits, writeUnits }: NewThroughput) {
  return { ReadCapacityUnits: readUnits, WriteCapacityUnits: writeUnits }
}

function serviceCaller({ account, region }: Scope): Caller {
  return {
    account,
    region,
    accessKeyId: '',
    identity: {
      kind: 'role',
      account,
      arn: `arn:aws:sts::${account}:assumed-role/${serviceRoleName}/${session}`,
      principalArn: serviceRoleArn({ account, region }),
      userId: `AROAAUTOSCALING:${session}`,
      name: serviceRoleName,
    },
  }
}
