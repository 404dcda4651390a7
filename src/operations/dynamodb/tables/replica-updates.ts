/** Converts the ReplicaUpdates of an UpdateTable to our types, and refuses what needs no look at a table. */
import type {
  CreateReplicationGroupMemberAction,
  OnDemandThroughputOverride,
  ProvisionedThroughputOverride,
  ReplicaGlobalSecondaryIndex,
  ReplicationGroupUpdate,
  UpdateTableInput,
} from '../../../api/generated/dynamodb-types.js'
import { checkedTableClass } from '../../../catalog/rules/table-class.js'
import { invalidParameter } from '../../../model/errors.js'
import type { IndexOverrides, MemberOverrides } from '../../../replication/global-table.js'
import {
  distinctActions,
  noReplicaActions,
  severalKinds,
  type ReplicaAction,
} from '../../../replication/rules/replica-requests.js'

/** AWS: whatever else is asked for at the same time. */
export function checkReplicasAlone(input: UpdateTableInput): void {
  const { TableName: _name, AttributeDefinitions: _types, ReplicaUpdates, ...rest } = input
  const { MultiRegionConsistency: _mode, GlobalTableWitnessUpdates, ...others } = rest
  if (ReplicaUpdates === undefined && GlobalTableWitnessUpdates === undefined) return
  if (Object.values(others).every((other) => other === undefined)) return
  throw invalidParameter(
    GlobalTableWitnessUpdates === undefined
      ? 'Replica modification must be the only operation in the request'
      : 'Requests that modify replicas or witnesses must not also modify other fields',
  )
}

export function replicaActionsOf(
  updates: readonly ReplicationGroupUpdate[],
): readonly ReplicaAction[] {
  return distinctActions(updates.map(replicaActionOf))
}

function replicaActionOf(update: ReplicationGroupUpdate): ReplicaAction {
  const { Create, Update, Delete, Disassociate } = update
  const [action, another] = [Create, Update, Delete, Disassociate].filter((each) => each)
  if (action === undefined) throw noReplicaActions()
  if (another !== undefined) throw severalKinds()
  const region = action.RegionName
  if (Create) return { kind: 'create', region, overrides: overridesOf(Create) }
  if (Delete) return { kind: 'delete', region }
  if (Disassociate) return { kind: 'disassociate', region }
  const overrides = overridesOf(Update!)
  if (Object.keys(overrides).length === 0) throw noReplicaActions()
  return { kind: 'update', region, overrides }
}

function overridesOf(action: CreateReplicationGroupMemberAction): MemberOverrides {
  const tableClass = checkedTableClass(action.TableClassOverride)
  const { KMSMasterKeyId: kmsKeyArn, GlobalSecondaryIndexes = [] } = action
  return {
    ...(tableClass !== undefined && { tableClass }),
    ...readsOf(action),
    ...(kmsKeyArn !== undefined && { kmsKeyArn }),
    ...(GlobalSecondaryIndexes.length > 0 && {
      indexes: Object.fromEntries(GlobalSecondaryIndexes.map(indexOverridesOf)),
    }),
  }
}

function indexOverridesOf(index: ReplicaGlobalSecondaryIndex): readonly [string, IndexOverrides] {
  const overrides = readsOf(index)
  if (Object.keys(overrides).length === 0) throw noReplicaActions()
  return [index.IndexName, overrides]
}

interface ReadOverrides {
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride
}

function readsOf(action: ReadOverrides): IndexOverrides {
  const readUnits = action.ProvisionedThroughputOverride?.ReadCapacityUnits
  const onDemandReadUnitsMax = action.OnDemandThroughputOverride?.MaxReadRequestUnits
  return {
    ...(readUnits !== undefined && { readUnits }),
    ...(onDemandReadUnitsMax !== undefined && { onDemandReadUnitsMax }),
  }
}
