/** DeleteCluster: forgets the cluster. The endpoint of the servers goes on, with the usual times of caches. */
import { withChangedCluster } from '../../accelerator/clusters.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { onCluster } from './requests/dax-access.js'
import { describeCluster } from './shapes/described.js'

export const deleteCluster = operation('dax.DeleteCluster', {
  read: ({ ClusterName }) => ClusterName,

  access: (ctx, name) => onCluster(ctx, 'dax:DeleteCluster', name),

  async run(ctx, name) {
    const gone = await changeHoldings(ctx, (before, times) => {
      const deletion = { ...times, phase: 'deleting' } as const
      const { holdings, cluster } = withChangedCluster(before, name, deletion, (same) => same)
      return {
        holdings,
        result: cluster,
        event: {
          source: cluster.name,
          sourceType: 'CLUSTER',
          message: 'Cluster deleted.',
          atMs: cluster.settledAtMs,
        },
      }
    })
    return { output: { Cluster: await describeCluster(ctx, gone) } }
  },
})
