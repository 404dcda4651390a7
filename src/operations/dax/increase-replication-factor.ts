/** IncreaseReplicationFactor: the cluster is to have servers that were started since. */
import { withChangedCluster } from '../../accelerator/clusters.js'
import type { DaxCluster } from '../../accelerator/dax-cluster.js'
import { invalidDaxValue } from '../../accelerator/dax-faults.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import {
  requireDoor,
  requireNodeCount,
  requireServers,
  requireZones,
} from './requests/cluster-nodes.js'
import { onCluster } from './requests/dax-access.js'
import { describeCluster } from './shapes/described.js'

export const increaseReplicationFactor = operation('dax.IncreaseReplicationFactor', {
  read({ ClusterName: name, NewReplicationFactor: nodes, AvailabilityZones: zones = [] }) {
    requireNodeCount(nodes)
    return { name, nodes, zones }
  },

  access: (ctx, { name }) => onCluster(ctx, 'dax:IncreaseReplicationFactor', name),

  async run(ctx, { name, nodes, zones }) {
    const servers = await (await requireDoor(ctx)).list()
    const changed = await changeHoldings(ctx, (before, times) => {
      const { holdings, cluster } = withChangedCluster(before, name, times, (old) => {
        if (nodes <= old.nodes) {
          throw invalidDaxValue('NewReplicationFactor must be greater than the number of nodes.')
        }
        requireZones(zones, nodes - old.nodes)
        requireServers(servers, nodes)
        return { ...old, nodes, zones: allZones(old, zones, `${ctx.caller.region}a`) }
      })
      return { holdings, result: cluster }
    })
    return { output: { Cluster: await describeCluster(ctx, changed) } }
  },
})

function allZones(
  { zones: before, nodes }: DaxCluster,
  added: readonly string[],
  usual: string,
): readonly string[] {
  if (added.length === 0) return before
  return [...Array.from({ length: nodes }, (_, index) => before[index] ?? usual), ...added]
}
