/** DecreaseReplicationFactor: the cluster is to have no more servers than are still there. */
import { withChangedCluster } from '../../accelerator/clusters.js'
import { nodeId, type DaxCluster } from '../../accelerator/dax-cluster.js'
import { daxFault, invalidDaxValue } from '../../accelerator/dax-faults.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { requireDoor, requireNodeCount, requireServers } from './requests/cluster-nodes.js'
import { onCluster } from './requests/dax-access.js'
import { describeCluster } from './shapes/described.js'

export const decreaseReplicationFactor = operation('dax.DecreaseReplicationFactor', {
  read({ ClusterName: name, NewReplicationFactor: nodes, NodeIdsToRemove: gone = [] }) {
    requireNodeCount(nodes)
    return { name, nodes, gone }
  },

  access: (ctx, { name }) => onCluster(ctx, 'dax:DecreaseReplicationFactor', name),

  async run(ctx, { name, nodes, gone }) {
    const servers = await (await requireDoor(ctx)).list()
    const changed = await changeHoldings(ctx, (before, times) => {
      const { holdings, cluster } = withChangedCluster(before, name, times, (old) => {
        if (nodes >= old.nodes) {
          throw invalidDaxValue('NewReplicationFactor must be less than the number of nodes.')
        }
        requireNodes(old, gone)
        requireServers(servers, nodes)
        return { ...old, nodes, zones: old.zones.slice(0, nodes) }
      })
      return { holdings, result: cluster }
    })
    return { output: { Cluster: await describeCluster(ctx, changed) } }
  },
})

function requireNodes({ name, nodes }: DaxCluster, ids: readonly string[]): void {
  const known = new Set(Array.from({ length: nodes }, (_, index) => nodeId(name, index)))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw daxFault('NodeNotFoundFault', `Node ${unknown} not found.`)
}
