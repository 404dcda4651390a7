/** The other regions of a global table, one row each. */
import type { ReplicaDescription, TableDescription } from '../../api/generated/dynamodb-types.js'

export interface ReplicaRow {
  readonly region: string
  readonly state: string
  /** While it is being made. */
  readonly progress: string
  /** What it has of its own, and what the service says about its state. */
  readonly details: string
  /** A witness has a vote and no items. */
  readonly isWitness: boolean
}

export function replicaRows(description: TableDescription): readonly ReplicaRow[] {
  const { Replicas = [], GlobalTableWitnesses = [], MultiRegionConsistency } = description
  const strong = MultiRegionConsistency === 'STRONG' ? ['strong consistency'] : []
  return [
    ...Replicas.map((replica) => ({
      region: replica.RegionName ?? '',
      state: replica.ReplicaStatus ?? '',
      progress:
        replica.ReplicaStatusPercentProgress === undefined
          ? ''
          : `${replica.ReplicaStatusPercentProgress} %`,
      details: [...strong, ...ownSettings(replica)].join(', '),
      isWitness: false,
    })),
    ...GlobalTableWitnesses.map(({ RegionName = '', WitnessStatus = '' }) => ({
      region: RegionName,
      state: WitnessStatus,
      progress: '',
      details: 'witness',
      isWitness: true,
    })),
  ]
}

function ownSettings(replica: ReplicaDescription): readonly string[] {
  const { ProvisionedThroughputOverride, OnDemandThroughputOverride } = replica
  const { ReplicaTableClassSummary, ReplicaStatusDescription } = replica
  const reads = ProvisionedThroughputOverride?.ReadCapacityUnits
  const maximum = OnDemandThroughputOverride?.MaxReadRequestUnits
  return [
    ...(reads === undefined ? [] : [`${reads} read units of its own`]),
    ...(maximum === undefined ? [] : [`at most ${maximum} read units`]),
    ...(ReplicaTableClassSummary?.TableClass === undefined
      ? []
      : [ReplicaTableClassSummary.TableClass]),
    ...(ReplicaStatusDescription === undefined ? [] : [ReplicaStatusDescription]),
  ]
}
