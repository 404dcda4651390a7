/**
 * Everything that the management API of DAX keeps for an account in a region, as one record: it is small, all its
 * lists are bounded, and whatever changes one part has to be checked against the others.
 */
import type { CacheTimes } from './cache-parameters.js'
import { clusterStatus, type DaxCluster } from './dax-cluster.js'
import { eventKeptMs, eventsMax } from './limits.js'

export interface ParameterGroup extends CacheTimes {
  readonly name: string
  readonly description?: string
}

export interface SubnetGroup {
  readonly name: string
  readonly description?: string
  readonly subnets: readonly string[]
}

export interface DaxEvent {
  readonly source: string
  readonly sourceType: 'CLUSTER' | 'PARAMETER_GROUP' | 'SUBNET_GROUP'
  readonly message: string
  /** Later than the change that caused it, if it is known when something will be over. */
  readonly atMs: number
}

export interface DaxHoldings {
  readonly clusters: readonly DaxCluster[]
  /** Without the default group. */
  readonly parameterGroups: readonly ParameterGroup[]
  /** Without the default group. */
  readonly subnetGroups: readonly SubnetGroup[]
  /** The oldest first. */
  readonly events: readonly DaxEvent[]
}

export const noHoldings: DaxHoldings = {
  clusters: [],
  parameterGroups: [],
  subnetGroups: [],
  events: [],
}

/** Clusters whose deletion is over are not there any more. */
export function livingClusters(
  { clusters }: Pick<DaxHoldings, 'clusters'>,
  nowMs: number,
): readonly DaxCluster[] {
  return clusters.filter((cluster) => clusterStatus(cluster, nowMs) !== undefined)
}

/** Without what is over, and with what has happened. */
export function withEvents(
  holdings: DaxHoldings,
  nowMs: number,
  ...added: readonly DaxEvent[]
): DaxHoldings {
  const kept = holdings.events.filter(({ atMs }) => atMs > nowMs - eventKeptMs)
  const events = [...kept, ...added].sort((a, b) => a.atMs - b.atMs).slice(-eventsMax)
  return { ...holdings, clusters: livingClusters(holdings, nowMs), events }
}

/** AWS: names are the same in any case. */
export function isDaxName(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}
