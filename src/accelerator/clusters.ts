/** Clusters: made, changed, deleted. There is at most one in an account and region: the servers of this database. */
import { clusterStatus, type ClusterPhase, type DaxCluster } from './dax-cluster.js'
import { clusterNotFound, daxFault } from './dax-faults.js'
import { isDaxName, livingClusters, type DaxHoldings } from './dax-holdings.js'

export function findCluster(
  holdings: DaxHoldings,
  name: string,
  nowMs: number,
): DaxCluster | undefined {
  return livingClusters(holdings, nowMs).find((cluster) => isDaxName(cluster.name, name))
}

export function withCluster(
  holdings: DaxHoldings,
  cluster: DaxCluster,
  nowMs: number,
): DaxHoldings {
  const [other] = livingClusters(holdings, nowMs)
  if (other?.name === cluster.name) {
    throw daxFault('ClusterAlreadyExistsFault', `Cluster ${cluster.name} already exists.`)
  }
  if (other !== undefined) {
    const sentence =
      'The servers of this database are one DAX cluster for each account and region, ' +
      `and it exists already: ${other.name}.`
    throw daxFault('ClusterQuotaForCustomerExceededFault', sentence)
  }
  return { ...holdings, clusters: [cluster] }
}

/** When a change begins, how long it takes, and what the cluster is in the meantime. */
export interface ClusterChange {
  readonly nowMs: number
  readonly transitionMs: number
  /** Default: modifying. */
  readonly phase?: ClusterPhase
}

/** Only a cluster that is available can be changed. */
export function withChangedCluster(
  holdings: DaxHoldings,
  name: string,
  { nowMs, transitionMs, phase = 'modifying' }: ClusterChange,
  change: (cluster: DaxCluster) => DaxCluster,
): { readonly holdings: DaxHoldings; readonly cluster: DaxCluster } {
  const before = requireCluster(holdings, name, nowMs)
  requireAvailable(before, nowMs)
  const cluster = { ...change(before), phase, settledAtMs: nowMs + transitionMs }
  return { holdings: replaced(holdings, cluster), cluster }
}

/** Tags change nothing about the cluster, whatever it is doing. */
export function withTaggedCluster(
  holdings: DaxHoldings,
  name: string,
  nowMs: number,
  change: (tags: DaxCluster['tags']) => DaxCluster['tags'],
): { readonly holdings: DaxHoldings; readonly tags: DaxCluster['tags'] } {
  const before = requireCluster(holdings, name, nowMs)
  const tags = change(before.tags)
  return { holdings: replaced(holdings, { ...before, tags }), tags }
}

export function requireCluster(holdings: DaxHoldings, name: string, nowMs: number): DaxCluster {
  const found = findCluster(holdings, name, nowMs)
  if (found === undefined) throw clusterNotFound()
  return found
}

export function requireAvailable(cluster: DaxCluster, nowMs: number): void {
  const status = clusterStatus(cluster, nowMs)
  if (status === 'available') return
  const sentence = `Cluster ${cluster.name} is ${status}: it has to be available.`
  throw daxFault('InvalidClusterStateFault', sentence)
}

function replaced(holdings: DaxHoldings, cluster: DaxCluster): DaxHoldings {
  const clusters = holdings.clusters.map((each) => (each.name === cluster.name ? cluster : each))
  return { ...holdings, clusters }
}
